import { type SQL, sql } from "drizzle-orm";
import { moisDe } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { comptesRendus, facturesHonoraires, partsCompteRendu } from "#worker/db/schema/mandants.ts";
import { aideFiscaleEcrite } from "#worker/documents/compte-rendu/aide-fiscale.ts";
import { compteRendu } from "#worker/documents/compte-rendu/compte-rendu.ts";
import { factureHonoraires } from "#worker/documents/compte-rendu/facture-honoraires.ts";
import type { Document } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { chargerAideFiscale } from "./fiscal.ts";
import { chargerCompteRendu, chargerFacture } from "./papiers-mandants.ts";

interface Demande {
  ClientId: number;
  /** « compte-rendu-12 », « facture-7 », « aide-fiscale-3-2025 ». */
  papier: string;
}

/** The account, the invoice or the mandate of a paper (`id`), and the owner for whom the paper is made (`pour`). */
interface Designation {
  id: number;
  pour: number;
}

interface Papier {
  nom: string;
  document: Document;
}

const PAPIER = /^(compte-rendu|facture|aide-fiscale)-([1-9]\d{0,14})(?:-(\d{4}))?$/;

const ABSENT = "Ce papier n’existe pas.";

/** True when a valid account that `quoi` chooses has a part for this owner. An owner reads no other account. */
const renduA = (ClientId: number, quoi: SQL): SQL =>
  rowExists(
    sql`${comptesRendus} r JOIN ${partsCompteRendu} p ON p."CompteRenduId" = r.id`,
    sql`r.etat = 'valide' AND p."ClientId" = ${ClientId} AND ${quoi}`,
  );

async function exiger(db: Db, condition: SQL): Promise<void> {
  const [verdict] = await db.all<{ vrai: number }>(sql`SELECT ${condition} AS vrai`);
  if (!verdict?.vrai) throw new NotFound(ABSENT);
}

/**
 * A paper of an owner, made for him alone: of the other owners, it shows only their names and their shares of the
 * mandate.
 * @returns its bytes and its name, without extension
 * @throws NotFound when the paper is not his, is still a draft, or does not exist.
 */
export async function papierDuProprietaire(
  ctx: Contexte,
  { ClientId: pour, papier }: Demande,
): Promise<{ nom: string; octets: Uint8Array<ArrayBuffer> }> {
  const [, genre, numero, annee] = PAPIER.exec(papier) ?? [];
  if (!genre || (genre === "aide-fiscale") !== (annee !== undefined)) throw new NotFound(ABSENT);
  const id = Number(numero);
  const { nom, document } =
    genre === "compte-rendu"
      ? await sonCompteRendu(ctx, { id, pour })
      : genre === "facture"
        ? await saFacture(ctx, { id, pour })
        : await sonAide(ctx, { id, pour, annee: Number(annee) });
  return { nom, octets: new Uint8Array(await render(document)) };
}

async function sonCompteRendu(ctx: Contexte, { id, pour }: Designation): Promise<Papier> {
  await exiger(ctx.db, renduA(pour, sql`r.id = ${id}`));
  const donnees = await chargerCompteRendu(ctx, id);
  const { document } = compteRendu({ ...donnees, pour });
  const { contenu } = donnees;
  return { nom: `Compte_rendu_${moisDe(contenu.au)}_${contenu.mandat.numero}`, document };
}

async function saFacture(ctx: Contexte, { id, pour }: Designation): Promise<Papier> {
  const duCompte = sql`r.id = (SELECT "CompteRenduId" FROM ${facturesHonoraires} WHERE id = ${id})`;
  await exiger(ctx.db, renduA(pour, duCompte));
  const donnees = await chargerFacture(ctx, id);
  return {
    nom: `Facture_${donnees.numero}`,
    document: factureHonoraires(donnees).document,
  };
}

async function sonAide(
  ctx: Contexte,
  { id: MissionId, pour, annee }: Designation & { annee: number },
): Promise<Papier> {
  const deLAnnee = sql`r."MissionId" = ${MissionId} AND substr(r.mois, 1, 4) = ${String(annee)}`;
  await exiger(ctx.db, renduA(pour, deLAnnee));
  const donnees = await chargerAideFiscale(ctx, { MissionId, annee });
  if (!donnees.aide.mandants.some(({ ClientId }) => ClientId === pour)) throw new NotFound(ABSENT);
  const { document } = aideFiscaleEcrite({ ...donnees, pour });
  return { nom: `Aide_a_la_declaration_${annee}_${donnees.mandat}`, document };
}
