/** The line above the tree that leads back from a branch. */
export const BRANCH = `
.branch {
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  padding-block: 2px;
  padding-inline: 4px 6px;
  border-block-end: 1px solid var(--_line);
}
.message:not([hidden]) ~ .branch { display: none; }
.above {
  max-inline-size: 100%;
  padding: 0 4px;
  border-color: transparent;
  background: none;
  color: var(--_muted);
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
.above:first-child { display: flex; align-items: center; padding-inline-start: 0; color: inherit; }
.back { block-size: 15px; align-self: center; }
.between { color: var(--_muted); }
.above:focus-visible { outline-offset: -2px; }
`;
