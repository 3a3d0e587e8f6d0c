//! The entity names of HTML 4. Sites use them in XML without declaring them. The 2,231 names of HTML 5 are left out
//! because they would be a third of the program's size.

/// Pairs of name and character, sorted by name, without the five names that XML predefines.
const ENTITIES: &str = "\
AElig=Æ Aacute=Á Acirc=Â Agrave=À Alpha=Α Aring=Å Atilde=Ã Auml=Ä Beta=Β Ccedil=Ç Chi=Χ Dagger=‡ Delta=Δ \
ETH=Ð Eacute=É Ecirc=Ê Egrave=È Epsilon=Ε Eta=Η Euml=Ë Gamma=Γ Iacute=Í Icirc=Î Igrave=Ì Iota=Ι Iuml=Ï \
Kappa=Κ Lambda=Λ Mu=Μ Ntilde=Ñ Nu=Ν OElig=Œ Oacute=Ó Ocirc=Ô Ograve=Ò Omega=Ω Omicron=Ο Oslash=Ø Otilde=Õ \
Ouml=Ö Phi=Φ Pi=Π Prime=″ Psi=Ψ Rho=Ρ Scaron=Š Sigma=Σ THORN=Þ Tau=Τ Theta=Θ Uacute=Ú Ucirc=Û Ugrave=Ù \
Upsilon=Υ Uuml=Ü Xi=Ξ Yacute=Ý Yuml=Ÿ Zeta=Ζ aacute=á acirc=â acute=´ aelig=æ agrave=à alefsym=ℵ alpha=α \
and=∧ ang=∠ aring=å asymp=≈ atilde=ã auml=ä bdquo=„ beta=β brvbar=¦ bull=• cap=∩ ccedil=ç cedil=¸ cent=¢ \
chi=χ circ=ˆ clubs=♣ cong=≅ copy=© crarr=↵ cup=∪ curren=¤ dArr=⇓ dagger=† darr=↓ deg=° delta=δ diams=♦ \
divide=÷ eacute=é ecirc=ê egrave=è empty=∅ emsp=\u{2003} ensp=\u{2002} epsilon=ε equiv=≡ eta=η eth=ð euml=ë \
euro=€ exist=∃ fnof=ƒ forall=∀ frac12=½ frac14=¼ frac34=¾ frasl=⁄ gamma=γ ge=≥ hArr=⇔ harr=↔ hearts=♥ \
hellip=… iacute=í icirc=î iexcl=¡ igrave=ì image=ℑ infin=∞ int=∫ iota=ι iquest=¿ isin=∈ iuml=ï kappa=κ \
lArr=⇐ lambda=λ lang=〈 laquo=« larr=← lceil=⌈ ldquo=“ le=≤ lfloor=⌊ lowast=∗ loz=◊ lrm=\u{200e} lsaquo=‹ \
lsquo=‘ macr=¯ mdash=— micro=µ middot=· minus=− mu=μ nabla=∇ nbsp=\u{a0} ndash=– ne=≠ ni=∋ not=¬ notin=∉ \
nsub=⊄ ntilde=ñ nu=ν oacute=ó ocirc=ô oelig=œ ograve=ò oline=‾ omega=ω omicron=ο oplus=⊕ or=∨ ordf=ª ordm=º \
oslash=ø otilde=õ otimes=⊗ ouml=ö para=¶ part=∂ permil=‰ perp=⊥ phi=φ pi=π piv=ϖ plusmn=± pound=£ prime=′ \
prod=∏ prop=∝ psi=ψ rArr=⇒ radic=√ rang=〉 raquo=» rarr=→ rceil=⌉ rdquo=” real=ℜ reg=® rfloor=⌋ rho=ρ \
rlm=\u{200f} rsaquo=› rsquo=’ sbquo=‚ scaron=š sdot=⋅ sect=§ shy=\u{ad} sigma=σ sigmaf=ς sim=∼ spades=♠ \
sub=⊂ sube=⊆ sum=∑ sup=⊃ sup1=¹ sup2=² sup3=³ supe=⊇ szlig=ß tau=τ there4=∴ theta=θ thetasym=ϑ \
thinsp=\u{2009} thorn=þ tilde=˜ times=× trade=™ uArr=⇑ uacute=ú uarr=↑ ucirc=û ugrave=ù uml=¨ upsih=ϒ \
upsilon=υ uuml=ü weierp=℘ xi=ξ yacute=ý yen=¥ yuml=ÿ zeta=ζ zwj=\u{200d} zwnj=\u{200c}";

/// Returns the character of an HTML 4 entity.
pub(super) fn html_entity(name: &str) -> Option<char> {
    if name.len() > 8 || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let mut words = ENTITIES.split(' ').map(|entry| entry.split_once('='));
    words
        .find_map(|entry| entry.filter(|(known, _)| *known == name))
        .and_then(|(_, character)| character.chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_its_character() {
        assert_eq!(ENTITIES.split(' ').count(), 248);
        for (name, character) in
            [("nbsp", '\u{a0}'), ("eacute", 'é'), ("Eacute", 'É'), ("euro", '€'), ("zwj", '\u{200d}')]
        {
            assert_eq!(html_entity(name), Some(character), "{name}");
        }
        assert_eq!(html_entity("amp"), None, "the names of XML are replaced earlier");
        assert_eq!(html_entity("eac"), None);
        assert_eq!(html_entity(""), None);
    }
}
