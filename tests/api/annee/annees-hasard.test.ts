import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, inject, it, vi } from "vitest";
import { ajouterMois, type Mois } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { AgenceVecue, PREMIER_MOIS } from "../../support/hasard/agence-vecue.ts";
import { jouer } from "../../support/hasard/gestes.ts";
import { deLAnnee, duMois, Promesses } from "../../support/hasard/preuves.ts";
import { type AnneeTiree, annee, GESTES, type MoisDAgence } from "../../support/hasard/tirages.ts";
import { freshHouse } from "../../support/worker/database.ts";

const { annees: demandees, graine, minutes, pas } = inject("hasard");
/** Without `ANNEES`, the test plays one year of three mandates; with `ANNEES`, that many years of ten mandates. */
const [annees, MANDATS] = demandees === null ? [1, 3] : [demandees, 10];
const [MOIS, ACTES] = [13, 6];
/** From this many years on, every kind of act must have been accepted at least once. */
const ANNEES_DE_TOUT = 100;

const db = openDb(env);

afterEach(() => {
  vi.useRealTimers();
});

const regler = (valeurs: Record<string, string>) =>
  db.run(sql`INSERT INTO "Variable" (nom, valeur) SELECT key, value FROM json_each(${JSON.stringify(valeurs)}) WHERE true
    ON CONFLICT (nom) DO UPDATE SET valeur = excluded.valeur`);

const REGIMES = {
  debits: (jour: string) => ({ optionDebits: "true", optionDebitsDepuis: jour }),
  encaissements: () => ({ optionDebits: "false" }),
  franchise: () => ({ franchiseTva: "true" }),
  assujettie: () => ({ franchiseTva: "false" }),
};

interface Bilan {
  actes: number;
  admis: Map<string, number>;
}

/**
 * Makes the receipts of the month. From the second month on, it then prepares the owners' accounts of the month
 * before, validates all drafts except those of a mandate drawn as late, if any, and closes the month before when
 * `clore`.
 */
async function debuterMois(
  agence: AgenceVecue,
  mois: Mois,
  { enRetard, jourDeCloture, clore, tva }: MoisDAgence,
) {
  await agence.leJour(`${mois}-01`);
  if (tva) await regler(REGIMES[tva as keyof typeof REGIMES](agence.jour));
  for (const { lots } of agence.mandats)
    for (const { DossierId, part } of lots.flatMap(({ baux }) => baux))
      if (!part) await agence.admin.post(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` });
  if (mois === PREMIER_MOIS) return;
  const avant = ajouterMois(mois, -1);
  await agence.leJour(`${mois}-0${jourDeCloture}`);
  await agence.admin.post("/CompteRendu/preparer", { mois: avant });
  const comptes = await db.all<{ id: number; MissionId: number }>(
    sql`SELECT id, "MissionId" FROM "CompteRendu" WHERE etat = 'brouillon' ORDER BY mois, id`,
  );
  const tard = agence.mandats[enRetard % (3 * agence.mandats.length)]?.MissionId;
  const ids = comptes.filter(({ MissionId }) => MissionId !== tard).map(({ id }) => id);
  if (ids.length > 0) await agence.admin.post("/CompteRendu/valider", { ids });
  if (clore) await agence.admin.post("/Cloture", { mois: avant });
}

async function vivre(tiree: AnneeTiree, bilan: Bilan, ou: string): Promise<string[]> {
  await freshHouse();
  vi.useFakeTimers({ toFake: ["Date"] });
  const agence = new AgenceVecue();
  const promesses = new Promesses();
  await agence.ouvrir(tiree.histoires);
  if (tiree.apport) await agence.admin.post("/Apport", { montant: 500_000, date: agence.jour });
  const fautes: string[] = [];
  const derniers: string[] = [];
  for (const [rang, duMoisTire] of tiree.agence.entries()) {
    const mois = ajouterMois(PREMIER_MOIS, rang);
    await debuterMois(agence, mois, duMoisTire);
    const actes = tiree.histoires
      .flatMap(({ mois }, numero) => (mois[rang] ?? []).map((acte) => ({ acte, numero })))
      .toSorted((un, autre) => un.acte.jour - autre.acte.jour);
    await promesses.apresCloture(agence);
    for (const { acte, numero } of actes) {
      const mandat = agence.mandats[numero];
      const jour = `${mois}-${String(acte.jour).padStart(2, "0")}`;
      if (!mandat) continue;
      if (jour > agence.jour) await agence.leJour(jour);
      const reponse = await jouer(agence, mandat, acte);
      if (reponse === null) continue;
      bilan.actes += 1;
      const { status, error } = reponse;
      const dit = `${ou}, ${agence.jour}, mandat ${numero}, ${JSON.stringify(acte)} → ${status} ${error?.message ?? ""} ${JSON.stringify(error?.fields ?? "")}`;
      if (status < 300) bilan.admis.set(acte.geste, (bilan.admis.get(acte.geste) ?? 0) + 1);
      if (status >= 500) fautes.push(dit);
      derniers.push(dit);
      if (pas) {
        const apres = await duMois(agence, promesses);
        if (apres.length > 0) return [...fautes, ...derniers.slice(-20), ...apres];
      }
    }
    const dites = (await duMois(agence, promesses)).map(
      (faute) => `${ou}, fin de ${mois} · ${faute}`,
    );
    fautes.push(...dites);
    if (dites.length > 0) return fautes;
  }
  fautes.push(...(await deLAnnee(agence, promesses)).map((faute) => `${ou} · ${faute}`));
  bilan.admis.set(
    "exports comparés",
    (bilan.admis.get("exports comparés") ?? 0) + promesses.captures,
  );
  return fautes;
}

it(`Tout reste vrai d’une année d’agence au hasard : ${annees * MANDATS} mandats (graine ${graine})`, {
  timeout: 86_400_000,
}, async () => {
  const bilan: Bilan = { actes: 0, admis: new Map() };
  const fautes: string[] = [];
  const depart = performance.now();
  const aTemps = () => minutes === null || performance.now() - depart < minutes * 60_000;
  let vecues = 0;
  for (; vecues < annees && aTemps(); vecues++) {
    const seed = graine + vecues;
    const [tiree] = fc.sample(annee({ mandats: MANDATS, mois: MOIS, gestes: ACTES }), {
      seed,
      numRuns: 1,
    });
    const debut = performance.now();
    if (tiree) fautes.push(...(await vivre(tiree, bilan, `graine ${seed}`)));
    console.log(
      `graine ${seed} : ${bilan.actes} actes, ${fautes.length} fautes, ${performance.now() - debut} ms`,
    );
    for (const faute of fautes.slice(-8)) console.log(faute);
  }
  console.log(`${vecues * MANDATS} mandats`, JSON.stringify([...bilan.admis].toSorted()));
  expect(fautes).toEqual([]);
  if (vecues >= ANNEES_DE_TOUT)
    expect(GESTES.filter((geste) => !bilan.admis.has(geste))).toEqual([]);
});
