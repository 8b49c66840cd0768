import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { filesOf, filesOfModule, LATE, TERRITORY, WEB } from "./modules.ts";

const PAGE = "/terrain/";
const MANIFEST = "terrain.webmanifest";

/** The manifest with which a device installs the inventory on site as an application. */
const APPLICATION = {
  name: "Patrimoine Locatif, sur place",
  short_name: "Sur place",
  lang: "fr",
  start_url: PAGE,
  scope: PAGE,
  display: "standalone",
  background_color: "#f6f8fa",
  theme_color: "#f6f8fa",
};
const ICON = { sizes: "any", type: "image/svg+xml" };

/** The application loads the toaster late; a device on site stores the file of the toaster all the same. */
const TOASTER = join(WEB, "components/ui/toaster.tsx");

/**
 * The most gzipped bytes of the service worker, of the files of `/terrain` that not every other screen loads, and of
 * a device's cache.
 */
const WORKER_MAX = 1024;
const SCREEN_MAX = 46 * 1024;
const CACHE_MAX = 260 * 1024;

/**
 * Writes the service worker of `/terrain/` with the names of that screen's files, which open the screen offline
 * (web/README §10.6). The version of the worker is a hash of these names and of the page.
 */
export function territory(): Plugin {
  return {
    name: "territory",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle({ dir = "" }, bundle) {
      const screens = filesOf(bundle, this);
      const found = screens.find(({ screen }) => screen?.moduleIds.includes(TERRITORY));
      if (!found?.screen) this.error("routes.ts names no territory.");
      const stray = screens
        .filter(({ screen }) => screen !== found.screen)
        .flatMap(({ files }) => files.flatMap(({ moduleIds }) => moduleIds))
        .find((id) => id.startsWith(join(WEB, "terrain/")));
      if (stray) this.error(`Another screen than /terrain/ loads ${stray}.`);
      const shared = screens
        .filter(({ screen }) => screen !== found.screen)
        .map(({ files }) => new Set(files));
      const own = found.files.filter((file) => !shared.every((files) => files.has(file)));
      const weight = own.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const styles = Object.keys(bundle).filter((file) =>
        /\.css$|inter-latin-wght|favicon/.test(file),
      );
      const late = [TOASTER, ...LATE].flatMap((module) => filesOfModule(bundle, module));
      const scripts = [...found.files, ...late].map(({ fileName }) => fileName);
      const files = [...new Set([...scripts, ...styles])].map((file) => `/${file}`);
      const icon = files.find((file) => file.includes("favicon")) ?? "";
      writeFileSync(
        join(dir, MANIFEST),
        JSON.stringify({ ...APPLICATION, icons: [{ ...ICON, src: icon }] }),
      );
      const kept = [...files, `/${MANIFEST}`];
      const version = createHash("sha256")
        .update(readFileSync(join(dir, "index.html")))
        .update(kept.join())
        .digest("hex")
        .slice(0, 12);
      const worker = workerOf(version, [PAGE, ...kept]);
      writeFileSync(join(dir, "sw.js"), worker);
      const cached = kept.reduce(
        (sum, file) => sum + gzipSync(readFileSync(join(dir, file))).length,
        0,
      );
      const weighed = { worker: gzipSync(worker).length, weight, cached };
      if (weighed.worker > WORKER_MAX || weight > SCREEN_MAX || cached > CACHE_MAX)
        this.error(`/terrain/ is too heavy: ${JSON.stringify(weighed)} bytes.`);
    },
  };
}

/**
 * The service worker caches all its files or none, and serves them from the cache. A page of `/terrain` comes from
 * the network when the server gives it within three seconds, else from the cache. Any other call passes untouched.
 */
const workerOf = (
  version: string,
  files: readonly string[],
) => `const V="terrain-${version}",P="${PAGE}",F=${JSON.stringify(files)};
addEventListener("install",e=>e.waitUntil(caches.open(V).then(c=>c.addAll(F.map(f=>new Request(f,{cache:"reload"}))))));
addEventListener("activate",e=>e.waitUntil(caches.keys().then(k=>Promise.all(k.filter(n=>n.startsWith("terrain-")&&n!==V).map(n=>caches.delete(n)))).then(()=>clients.claim())));
addEventListener("message",e=>{if(e.data==="prendre")skipWaiting()});
addEventListener("fetch",e=>{const r=e.request,u=new URL(r.url),k=f=>caches.open(V).then(c=>c.match(f));
if(u.origin!==location.origin||r.method!=="GET")return;
if(r.mode==="navigate"){if(u.pathname.startsWith("/terrain"))e.respondWith(fetch(r,{signal:AbortSignal.timeout(3e3)}).then(a=>a.ok?a:Promise.reject()).catch(()=>k(P).then(a=>a||Response.error())))}
else if(F.includes(u.pathname)&&u.pathname!==P)e.respondWith(k(u.pathname).then(a=>a||fetch(r)))});
`;
