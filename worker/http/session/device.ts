import type { Context } from "hono";

const BROWSERS = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The caller's browser and system in words, as « Chrome sur Windows ». */
export function deviceOf(c: Context): string {
  const agent = c.req.header("User-Agent") ?? "";
  const [browser] = BROWSERS.find(([, pattern]) => pattern.test(agent)) ?? [];
  const [system] = SYSTEMS.find(([, pattern]) => pattern.test(agent)) ?? [];
  if (!browser) return "Autre programme";
  return system ? `${browser} sur ${system}` : browser;
}
