import "navibar";
import { createRoot } from "react-dom/client";
import { german, show } from "../show.js";

createRoot(document.querySelector("main")).render(<navi-bar src="/sitemap.rdf" strings={german} onnavigate={show} />);
