import { beforeAll, describe, expect, test } from "vitest";
import type { LigneReleveRow } from "#domain/gerance/banque/releve-fiche.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { camt, IBAN_GERANCE, importer } from "../../support/banque/fichiers-de-banque.ts";
import { louerEnGerance } from "../../support/banque/lignes-releve.ts";

let agence: Agence;
let compte: number;
let ancien = 0;
beforeAll(async () => {
  agence = await ouvrirAgence();
  const ouvert = await agence.admin.post<{ id: number }>("/CompteBancaire", {
    nom: "Gérance",
    iban: IBAN_GERANCE,
    usage: "gerance",
  });
  compte = ouvert.data.id;
});

type Dite = readonly [date: string, libelle: string, centimes: number];

/** Imports these movements as a statement of the bank or as a table typed by hand; returns the new lines. */
async function dire(format: "camt" | "csv", dites: readonly Dite[]) {
  const mouvements = dites.map(([date, libelle, montant]) => ({ date, libelle, montant }));
  const contenu =
    format === "camt"
      ? camt({ ancien, mouvements })
      : [
          "Date;Libellé;Montant",
          ...dites.map(([date, libelle, montant]) =>
            [date.split("-").reverse().join("/"), libelle, (montant / 100).toFixed(2)].join(";"),
          ),
        ].join("\n");
  if (format === "camt") ancien += dites.reduce((somme, [, , montant]) => somme + montant, 0);
  const { data } = await importer(agence.user, contenu, compte, `releve.${format}`);
  return (await agence.user.get<LigneReleveRow[]>(`/LigneReleve?sort=id&ReleveId=${data.id}`)).data;
}
const doubles = (lignes: readonly LigneReleveRow[]) => lignes.map(({ doublonDe }) => doublonDe);

describe("La même semaine en CAMT puis en CSV", () => {
  test("montre chaque ligne déjà dite du même jour, quels que soient ses mots", async () => {
    const camts = await dire("camt", [
      ["2026-11-26", "VIREMENT RECU DUPONT LOYER NOV", 81_000],
      ["2026-11-26", "PRLV EDF", -10_000],
    ]);
    const csvs = await dire("csv", [
      ["2026-11-26", "VIR SEPA MME D.", 81_000],
      ["2026-11-26", "ELECTRICITE", -10_000],
    ]);
    expect(doubles(csvs)).toEqual(camts.map(({ id }) => id));
    expect(doubles(camts)).toEqual([null, null]);
  });

  test("ne propose pas sans réserve le loyer que l’autre a déjà réglé, et s’écarte d’un clic", async () => {
    const loue = await louerEnGerance(agence.admin, {
      nom: "Béranger",
      mois: ["2026-11"],
    });
    const [payee] = await dire("camt", [
      ["2026-11-24", `VIREMENT RECU ${loue.reference} LOYER NOV`, 95_000],
    ]);
    const [double] = await dire("csv", [["2026-11-24", `VIR ${loue.reference}`, 95_000]]);
    const lire = async (id = 0) =>
      (await agence.user.get<LigneProposee>(`/LigneReleve/${id}`)).data;
    expect((await lire(payee?.id)).etat).toBe("rapprochee");
    await agence.user.post("/LigneReleve/certaines", {});
    const vue = await lire(double?.id);
    expect([vue.etat, vue.doublonDe]).toEqual(["a_rapprocher", payee?.id]);
    expect(vue.propositions.length).toBeGreaterThan(0);
    for (const { reserves } of vue.propositions)
      expect(reserves).toContain("Doublon probable d’une autre ligne");
    const ecartee = await agence.user.post<LigneProposee>(`/LigneReleve/${double?.id}/ignorer`, {
      motif: "Déjà sur un autre relevé",
    });
    expect(ecartee.data.etat).toBe("ecartee");
  });

  test("laisse deux loyers égaux du même jour en être deux : chacun répond au sien, dans l’ordre", async () => {
    const camts = await dire("camt", [
      ["2026-11-20", "VIREMENT RECU UN", 60_000],
      ["2026-11-20", "VIREMENT RECU DEUX", 60_000],
    ]);
    const csvs = await dire("csv", [
      ["2026-11-20", "VIR A", 60_000],
      ["2026-11-20", "VIR B", 60_000],
      ["2026-11-20", "VIR C", 60_000],
    ]);
    expect(doubles(camts)).toEqual([null, null]);
    expect(doubles(csvs)).toEqual([...camts.map(({ id }) => id), null]);
  });

  test("à trois jours près, veut des mots en commun, et qu’aucune ligne de son jour n’y réponde", async () => {
    const [lui] = await dire("camt", [["2026-11-10", 'VIREMENT RECU DE "NGUYEN" LOYER', 70_000]]);
    const csvs = await dire("csv", [
      ["2026-11-12", "VIR SEPA LOYER MARTIN", 70_000],
      ["2026-11-13", "LOYER NGUYEN ANH", 70_000],
      ["2026-11-14", "LOYER NGUYEN ANH", 70_000],
    ]);
    expect(doubles(csvs)).toEqual([null, lui?.id, null]);
    const [proche] = await dire("csv", [["2026-11-11", 'VIR "NGUYEN" ANH', 70_000]]);
    expect(proche?.doublonDe).toBe(lui?.id);
    await dire("csv", [["2026-11-10", "VIR N.", 70_000]]);
    const { data } = await agence.user.get<LigneReleveRow>(`/LigneReleve/${proche?.id}`);
    expect(data.doublonDe).toBe(null);
  });
});
