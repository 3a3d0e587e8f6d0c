import { NaviBar } from "navibar";
import { german, show } from "../show.js";

const bar = new NaviBar();
bar.src = "/sitemap.rdf";
bar.strings = german;
bar.addEventListener("navigate", show);
document.querySelector("main").append(bar);
