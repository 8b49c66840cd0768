import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import { filesOf, INLINE, isMain, ROUTES } from "./modules.ts";

interface Routes {
  routes: readonly { path: string; screen: object }[];
}

/** The HTML names the files of `main.tsx`, so that the browser fetches them together with the entry file. */
export function nameWhatDraws(): Plugin {
  return {
    name: "name-what-draws",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk }) {
        const wanted = new Set(chunk?.dynamicImports.filter((name) => isMain(bundle[name])));
        for (const name of wanted) {
          const found = bundle[name];
          if (found?.type === "chunk") for (const imported of found.imports) wanted.add(imported);
        }
        return [...wanted]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` },
            injectTo: "head",
          }));
      },
    },
  };
}

/**
 * The answer to a screen's address names the screen's files in a `Link` header, so that the browser fetches them
 * while it reads the page.
 */
export function nameScreens(): Plugin {
  return {
    name: "name-screens",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle);
      const styles = names.filter((file) => file.endsWith(".css"));
      const fonts = names.filter((file) => file.includes("inter-latin-wght"));
      const { module } = await runnerImport<Routes>(ROUTES, INLINE);
      const screens = filesOf(bundle, this);
      const named = [...new Set(module.routes.map(({ screen }) => screen))];
      if (screens.length !== named.length) this.error("routes.ts: one file a screen.");
      const rules = module.routes.flatMap(({ path, screen }) => {
        // The files that start the product come first: a browser fetches six files at a time, in this order.
        const links = [
          ...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
          ...(screens[named.indexOf(screen)]?.files ?? []).map(
            ({ fileName }) => `</${fileName}>; rel=modulepreload`,
          ),
          ...fonts.map((file) => `</${file}>; rel=preload; as=font; crossorigin`),
        ];
        return addressesOf(path).map((address) => `${address}\n  Link: ${links.join(", ")}\n`);
      });
      appendFileSync(join(dir, "_headers"), `\n${rules.join("")}`);
    },
  };
}

/**
 * In the rules of the static files, the path `/proprietaire/:jeton?` becomes two addresses: with and without its
 * parameter.
 */
const addressesOf = (path: string) =>
  path.endsWith("?") ? [path.replace(/\/:\w+\?$/, "") || "/", path.slice(0, -1)] : [path];
