import { chromium } from "@playwright/test";
import { writeFileSync } from "node:fs";
const U = "http://localhost:8771";
const step = process.argv[2];
const login = await (await fetch(`${U}/api/user/login`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ credentials: { email: "admin@agence.example", password: "essai-1234" } }) })).json();
const token = login.data.user.token;
const H = { Authorization: `Token ${token}` };
const call = async (method: string, path: string, body?: object) => { const r = await fetch(`${U}/api${path}`, { method, headers: { ...H, ...(body ? { "Content-Type": "application/json" } : {}) }, body: body && JSON.stringify(body) }); return r.status === 204 ? null : r.json(); };
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
async function page(width = 1440) { const c = await browser.newContext({ viewport: { width, height: 900 }, locale: "fr-FR", timezoneId: "Europe/Paris" }); await c.addInitScript((t) => localStorage.setItem("jwt_access_token", t), token); return c.newPage(); }
const shot = (p: any, n: string) => p.screenshot({ path: `/tmp/fix-see/${n}.png` });
if (step === "fill") {
  const N = 1300;
  const imp = async (genre: string, text: string) => {
    const f = (extra: Record<string, string>) => { const form = new FormData(); form.append("genre", genre); for (const [k, v] of Object.entries(extra)) form.append(k, v); form.append("fichier", new File([text], `${genre}.csv`)); return form; };
    const t = await (await fetch(`${U}/api/Import/lire`, { method: "POST", headers: H, body: f({}) })).json();
    const r = await fetch(`${U}/api/Import`, { method: "POST", headers: H, body: f({ colonnes: JSON.stringify(t.data.colonnes.map((c: any) => c.champ)) }) });
    console.log(genre, r.status, (await r.text()).slice(0, 600));
  };
  const L = Array.from({ length: N }, (_, i) => i + 1);
  await imp("Appartement", "Référence;Adresse;CP;Ville;Loyer HC;Charges;Pièces;Surface;Quittance automatique\n" + L.map((i) => `Z${i};${i} rue des Essais;75011;Paris;800;50;2;40;Oui`).join("\n"));
  await imp("Locataire", "Référence;Civilité;Nom;Prénom;E-mail;Téléphone;Adresse;CP;Ville;Quittance automatique;Accord e-mail\n" + L.map((i) => `Y${i};M.;Essai${i};Jean;essai${i}@exemple.fr;0611223344;1 rue X;75011;Paris;Oui;Oui`).join("\n"));
  await imp("Dossier", "Appartement;Locataire;Date début;Loyer HC;Charges;Dépôt de garantie;Jour de paiement\n" + L.map((i) => `Z${i};Y${i};01/01/2026;800;50;800;5`).join("\n"));
}
if (step === "mois") {
  const p = await page();
  await p.goto(`${U}/quitances/?mode=generation&mois=2027-01`);
  await p.getByRole("button", { name: /^Générer [\d\s]+ quittances/ }).waitFor();
  await shot(p, "gen-before");
  let lots = 0; let release = () => {}; const hold = new Promise<void>((r) => { release = r; });
  await p.route("**/api/Quitance/generate/lot", async (route) => {
    lots++;
    if (lots === 3) {
      const body = route.request().postDataJSON(); const id = body.DossierIds[7];
      const { data } = await call("GET", `/Dossier/${id}`);
      const r = await call("PUT", `/Dossier/${id}`, { dateFinBail: "2026-06-30", dateSortie: "2026-06-30", version: data.version });
      console.log("refused dossier", id, r.error?.message ?? "changed");
      await hold;
    }
    await route.continue();
  });
  await p.getByRole("button", { name: /^Générer [\d\s]+ quittances/ }).click();
  await p.getByRole("button", { name: "Générer et envoyer" }).click();
  await p.waitForTimeout(4000); await shot(p, "gen-running"); release();
  await p.getByText(/quittances générées/).first().waitFor({ timeout: 240000 });
  await shot(p, "gen-done");
  await p.setViewportSize({ width: 820, height: 900 }); await p.waitForTimeout(300); await shot(p, "gen-done-820");
  const calls: string[] = [];
  p.on("request", (r) => { if (r.method() === "POST") calls.push(r.url().replace(U, "")); });
  await p.route("**/api/Courriel/annuler", async (route) => { await new Promise((r) => setTimeout(r, 800)); await route.continue(); });
  const t = Date.now();
  await p.getByRole("button", { name: /^Annuler les/ }).click();
  await p.waitForTimeout(1800); await shot(p, "callback-820");
  await p.setViewportSize({ width: 1440, height: 900 });
  await p.getByText(/envois annulés/).first().waitFor({ timeout: 60000 });
  console.log("called back", Date.now() - t, "ms", calls.join(" "), await p.getByText(/envois annulés/).first().innerText());
  await shot(p, "callback-done");
}
if (step === "payer") {
  const p = await page();
  await p.goto(`${U}/quitances/?mois=2027-01`);
  await p.waitForTimeout(2500); await shot(p, "pay-list");
  await p.getByRole("checkbox").first().click(); await p.waitForTimeout(500); await shot(p, "pay-selected");
  const all = p.getByRole("button", { name: /sélectionner/i }).first();
  if (await all.count()) { console.log(await all.innerText()); await all.click(); await p.waitForTimeout(1500); await shot(p, "pay-all"); }
  const pay = p.getByRole("button", { name: /Marquer .*payée/ }).first(); console.log(await pay.innerText().catch(() => "no"));
  await p.keyboard.press("Escape").catch(() => {});
}
if (step === "export") {
  const p = await page();
  await p.goto(`${U}/registres?tab=exports`);
  await p.waitForTimeout(1500);
  const all = await p.getByText("Emporter toutes les données").count();
  console.log("found", all);
  await p.getByRole("button", { name: /Préparer/ }).first().click();
  const pw = p.getByLabel("Mot de passe"); if (await pw.count()) { await pw.fill("essai-1234"); await p.keyboard.press("Enter"); }
  const seen = new Set<string>(); let under = false;
  for (let i = 0; i < 300; i++) {
    const s = await p.getByRole("status").filter({ hasText: "Préparation" }).innerText().catch(() => "");
    if (s && !seen.has(s)) { seen.add(s); console.log(Math.round(i / 2), s); if (seen.size === 3) { await shot(p, "export-run-1440"); await p.setViewportSize({ width: 820, height: 900 }); await shot(p, "export-run-820"); await p.setViewportSize({ width: 1440, height: 900 }); under = true; } }
    if (await p.getByRole("button", { name: "Télécharger" }).count()) break;
    await p.waitForTimeout(500);
  }
  await shot(p, "export-ready-1440"); await p.setViewportSize({ width: 820, height: 900 }); await p.waitForTimeout(300); await shot(p, "export-ready-820");
}
if (step === "import") {
  const p = await page(820);
  await p.goto(`${U}/import`); await p.waitForTimeout(1200);
  await p.getByText("Locataires", { exact: true }).last().click();
  const set = (name: string, text: string | Buffer) => p.getByLabel("Fichier CSV ou Excel (.xlsx)").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text as string) });
  await set("quote.csv", 'Nom;Prénom\nRoy;Anne\nMartin;"Lyon\nPetit;Zoé\n'); await p.waitForTimeout(800); await shot(p, "imp-quote-820");
  await set("papier.csv", "%PDF-1.7\n..."); await p.waitForTimeout(800); await shot(p, "imp-pdf-820");
  await set("err.csv", "Réf;Civ.;Nom / Raison sociale;Prénom;Date naiss.;Adr. 1;C.P.;Ville;Mél;Tél. port.\n" + Array.from({ length: 40 }, (_, i) => `E${i};M.;Nom${i};Jean;${i % 2 ? "01-févr.-80" : "12/05/2087"};${i} rue X;75011;Paris;nom${i}@exemple.fr;0611223344`).join("\n"));
  await p.waitForTimeout(1000); await p.getByRole("button", { name: "Vérifier" }).click(); await p.waitForTimeout(1500);
  await p.screenshot({ path: "/tmp/fix-see/imp-err-820.png", fullPage: true });
  await p.getByText("À corriger").scrollIntoViewIfNeeded(); await shot(p, "imp-err2-820");
  await p.setViewportSize({ width: 1440, height: 900 }); await p.waitForTimeout(300); await p.screenshot({ path: "/tmp/fix-see/imp-err-1440.png", fullPage: true });
}
await browser.close();
