// Builds one page with each bundler and framework. The package is installed in node_modules/.
//
// Argument: the folder for the pages.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import * as esbuild from "esbuild";
import { build as vite } from "vite";
import webpack from "webpack";

const here = import.meta.dirname;
const out = process.argv[2];
rmSync(out, { recursive: true, force: true });

/** The package's files on the server, without a bundler. */
function plain() {
  const folder = join(out, "plain");
  cpSync(join(here, "plain"), folder, { recursive: true });
  cpSync(join(here, "node_modules/navibar"), join(folder, "navi-bar"), { recursive: true });
}

async function withVite(name, source, plugins = []) {
  const build = { outDir: join(out, name) };
  await vite({ configFile: false, root: join(here, source), base: "./", logLevel: "warn", plugins, build });
}

async function withWebpack() {
  const folder = join(out, "webpack");
  cpSync(join(here, "vanilla/index.html"), join(folder, "index.html"));
  const compiler = webpack({
    mode: "production",
    context: here,
    entry: "./vanilla/main.js",
    output: { path: folder, filename: "main.js", module: true, publicPath: "auto" },
    experiments: { outputModule: true },
    performance: { hints: false },
  });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, stats) => compiler.close(() => (error ? reject(error) : resolve(stats))));
  });
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
}

// esbuild does not copy the modules of the engine by itself, so they are entry points.
async function withEsbuild() {
  const folder = join(out, "esbuild");
  cpSync(join(here, "vanilla/index.html"), join(folder, "index.html"));
  await esbuild.build({
    entryPoints: [
      { in: "./vanilla/main.js", out: "main" },
      { in: "navibar/navibar_bg.wasm", out: "navibar_bg" },
      { in: "navibar/navibar_deferred.wasm", out: "navibar_deferred" },
    ],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "esm",
    loader: { ".wasm": "copy" },
    outdir: folder,
    logLevel: "warning",
  });
}

const isCustomElement = (tag) => tag === "navi-bar";

plain();
await withWebpack();
await withEsbuild();
await withVite("vite", "vanilla");
await withVite("react", "react");
await withVite("vue", "vue", [vue({ template: { compilerOptions: { isCustomElement } } })]);
await withVite("svelte", "svelte", [svelte({ configFile: false })]);
