import { sql } from "drizzle-orm";
import { refusReglement } from "#domain/gerance/locataires/reglement.ts";
import { certaines } from "#domain/gerance/rapprochement/rapprochement.ts";
import { isLineTaken, isLostRace } from "#worker/db/failures.ts";
import { comptesBancaires, lignesReleve } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type LigneLueEnBase,
  lireLignes,
  prendre,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { lireRepertoire } from "#worker/operations/gerance/banque/repertoire.ts";
import { lireFonds } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { reunir, type Suites } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { enregistrerReglements } from "#worker/operations/gerance/locataires/reglements.ts";
import {
  rapprocherRetours,
  rapprocherVersements,
} from "#worker/operations/gerance/reversements/virements.ts";
import { avecPaiements, poserAutour } from "./fonds-de-ligne.ts";
import { demandeDe } from "./reglements-de-ligne.ts";

/** The most lines of one write: other writes pass in between, and no write lasts too long. */
const LIGNES_PAR_ECRITURE = 250;
/** The most lines read at once, with the data against which they are matched. */
const LIGNES_PAR_LECTURE = 4000;
const ESSAIS = 5;

/**
 * Matches the waiting lines whose match is certain, of one bank statement or of all (rapprochement/README §12.9).
 * History says that the product did it, and one click undoes it.
 * @returns the identifiers of the lines that were matched
 */
export async function rapprocherCertaines(
  ctx: Contexte,
  demande: { ReleveId?: number | undefined },
): Promise<Suites & { lignes: number[] }> {
  for (let essai = 1; ; essai++) {
    try {
      return await uneFois(ctx, demande);
    } catch (error) {
      if (!(isLineTaken(error) || isLostRace(error)) || essai === ESSAIS) throw error;
    }
  }
}

async function uneFois(
  ctx: Contexte,
  demande: { ReleveId?: number | undefined },
): Promise<Suites & { lignes: number[] }> {
  const { db, today } = ctx;
  const { ReleveId } = demande;
  const faites: Suites[] = [];
  const lignesRapprochees = [
    ...(await rapprocherVersements(ctx, demande)),
    ...(await rapprocherRetours(ctx, demande)),
  ];
  for (let apres = { date: "", id: 0 }; ; ) {
    const lignes = await lireLignes(
      db,
      sql`${lignesReleve.etat} = 'a_rapprocher' AND ${lignesReleve.motif} IS NULL AND ${lignesReleve.montant} > 0
        AND ${lignesReleve.date} <= ${today} AND ${comptesBancaires.usage} = 'gerance'
        AND (${lignesReleve.date}, ${lignesReleve.id}) > (${apres.date}, ${apres.id})
        ${ReleveId === undefined ? sql`` : sql`AND ${lignesReleve.ReleveId} = ${ReleveId}`}`,
    ).limit(LIGNES_PAR_LECTURE);
    const derniere = lignes.at(-1);
    if (!derniere) return { ...reunir(...faites), lignes: lignesRapprochees };
    const fait = await rapprocher(ctx, lignes);
    faites.push(fait);
    lignesRapprochees.push(...fait.lignes);
    apres = derniere;
  }
}

/** Matches the lines, among these, whose match is certain, in the order of their days. */
async function rapprocher(
  ctx: Contexte,
  lignes: readonly LigneLueEnBase[],
): Promise<Suites & { lignes: number[] }> {
  const { db, today, user } = ctx;
  const faites: Suites[] = [];
  const lignesRapprochees: number[] = [];
  const parId = new Map(lignes.map((ligne) => [ligne.id, ligne]));
  const sures = certaines(lignes, await lireRepertoire(ctx, lignes)).flatMap(
    ({ ligne: { id }, proposition }) => {
      const ligne = parId.get(id);
      if (!ligne) return [];
      const demandes = proposition.parts.map((part) => demandeDe(ligne, part, proposition));
      return [{ ligne, demandes }];
    },
  );
  const fonds = await lireFonds(
    ctx,
    sures.flatMap(({ demandes }) => demandes),
  );
  // A line is matched only when the agency receives the rents on its day and nothing refuses the payments; otherwise,
  // a person decides.
  const admises = sures.filter(({ demandes }) =>
    fonds.splice(0, demandes.length).every((recu, rang) => {
      const demande = demandes[rang];
      const refus = demande && refusReglement({ ...demande, fonds: recu }, today);
      return recu === "agence" && refus && Object.keys(refus).length === 0;
    }),
  );
  for (let debut = 0; debut < admises.length; debut += LIGNES_PAR_ECRITURE) {
    const lot = admises.slice(debut, debut + LIGNES_PAR_ECRITURE);
    const duLot = lot.map(({ ligne }) => ligne);
    faites.push(
      await enregistrerReglements(ctx, {
        demandes: lot.flatMap(({ demandes }) => demandes),
        aussi: (places) => ({
          ...prendre(db, duLot, { etat: "rapprochee", automatique: true, user }),
          ...poserAutour(db, avecPaiements(duLot, places), { today, user }),
        }),
      }),
    );
    lignesRapprochees.push(...duLot.map(({ id }) => id));
  }
  return { ...reunir(...faites), lignes: lignesRapprochees };
}
