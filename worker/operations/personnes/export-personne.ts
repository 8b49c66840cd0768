import { and, eq, getTableColumns, or, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import type { ContenuActe } from "#domain/gerance/mandats/actes-mandat.ts";
import type { PersonneDesignee } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { documents, remplacements, storedFiles } from "#worker/db/schema/fichiers.ts";
import {
  avancesRendues,
  echeances,
  lignesReleve,
  pauses,
  plansApurement,
  reglements,
  relances,
} from "#worker/db/schema/gerance.ts";
import { actesMandat, coordonneesBancaires, virements } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { accordsRevision, loyersHistoriques, revisions } from "#worker/db/schema/revisions.ts";
import {
  cautions,
  clients,
  dossiers,
  etatsLieux,
  fichiers,
  locataires,
} from "#worker/db/schema/schema.ts";
import { demandesSignature, signataires } from "#worker/db/schema/signature.ts";
import { suiviGestes } from "#worker/db/schema/suivi.ts";
import { complementsConstat, photosConstat } from "#worker/db/schema/terrain.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { archive, type Entree } from "#worker/operations/fichiers/archive-zip.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { pdfDe, remettre } from "#worker/operations/quittances/quittance-pdf.ts";
import { chargerQuittances } from "#worker/operations/quittances/quittances-chargees.ts";
import { lignesDe } from "./donnees-personne.ts";

const QUITTANCES_A_LA_FOIS = 20;

/**
 * Exports all the data held on a person as a zip: `donnees.json` and the files (GDPR, art. 15 and 20). Data that were
 * detached or moved, or whose record was deleted, are included. The person's history and the journal of security note
 * the export.
 *
 * @returns the name of the zip, and its bytes as they are read.
 * @throws NotFound when there is no such person.
 */
export async function exporterPersonne(
  ctx: Pick<Contexte, "env" | "db" | "today" | "user">,
  { personne, id, device = null }: PersonneDesignee & { device?: string | null },
): Promise<{ nom: string; flux: ReadableStream<Uint8Array> }> {
  const { db, today, user } = ctx;
  const donnees = await lireTout(db, { personne, id });
  const [fiche] = donnees.identite;
  if (!fiche) throw new NotFound();
  await db.write({
    historique: trace(db, { entite: personne, entiteId: id, etat: "Données exportées", user }),
    securite: noter(db, { evenement: "export", user, device, details: { personne, id } }),
  });
  const nom = motsDeFichier(`${fiche.nom} ${fiche.prenom}`, "_").toUpperCase();
  return {
    nom: `${personne}_${[nom, today].filter(Boolean).join("_")}.zip`,
    flux: archive(entrees(ctx, { personne, id }, donnees)),
  };
}

/** The rows held on a person, and the files that name the person. */
function lireTout(db: Db, { personne, id }: PersonneDesignee) {
  const ou = lignesDe({ personne, id });
  return db.read({
    identite: {
      Locataire: db.select().from(locataires).where(eq(locataires.id, id)),
      Client: db.select().from(clients).where(eq(clients.id, id)),
      Caution: db.select().from(cautions).where(eq(cautions.id, id)),
    }[personne],
    dossiers: db.select().from(dossiers).where(ou.dossiers),
    cautions: db.select().from(cautions).where(ou.cautions),
    departs: db.select().from(departs).where(ou.departs),
    loyers: db.select().from(loyersHistoriques).where(ou.loyers),
    revisions: db.select().from(revisions).where(ou.revisions),
    accordsRevision: db.select().from(accordsRevision).where(ou.accordsRevision),
    gestes: db.select().from(suiviGestes).where(ou.gestes),
    decomptes: db.select().from(decomptes).where(ou.decomptes),
    soldesDepart: db.select().from(soldesDepart).where(ou.soldesDepart),
    coordonneesBancaires: db
      .select(COORDONNEES_SANS_SECRET)
      .from(coordonneesBancaires)
      .where(ou.coordonneesBancaires),
    avancesRendues: db.select().from(avancesRendues).where(ou.avancesRendues),
    virements: db.select().from(virements).where(ou.virements),
    etatsLieux: db.select().from(etatsLieux).where(ou.etatsLieux),
    photosConstat: db.select().from(photosConstat).where(ou.photosConstat),
    complementsConstat: db.select().from(complementsConstat).where(ou.complementsConstat),
    missions: db.select().from(missions).where(ou.missions),
    actesMandat: db.select(ACTE_SANS_REGLAGES).from(actesMandat).where(ou.actesMandat),
    quittances: db.select().from(quitances).where(ou.quitances),
    courriels: db.select().from(courriels).where(or(ou.courriels, ou.courrielsRecus)),
    reglements: db.select().from(reglements).where(ou.comptes.reglements),
    echeances: db.select().from(echeances).where(ou.comptes.echeances),
    relances: db.select().from(relances).where(ou.comptes.relances),
    pauses: db.select().from(pauses).where(ou.comptes.pauses),
    plansApurement: db.select().from(plansApurement).where(ou.comptes.plansApurement),
    lignesReleve: db.select().from(lignesReleve).where(ou.comptes.lignesReleve),
    signatures: db
      .select(SIGNATURE_SANS_SECRET)
      .from(signataires)
      .innerJoin(demandesSignature, eq(demandesSignature.id, signataires.DemandeSignatureId))
      .where(and(eq(signataires.personne, personne), eq(signataires.personneId, id))),
    fichiers: db.select().from(fichiers).where(ou.fichiers),
    documents: db.select().from(documents).where(ou.documentsNommant),
    remplacements: db.select().from(remplacements).where(ou.remplacements),
    historique: db.select().from(history).where(or(ou.history, ou.historyRecus)),
    objets: db.select().from(storedFiles).where(ou.storedFilesNommant),
  });
}

/** The entries of the archive, in order: the data, the files, then the PDFs of the receipts. */
async function* entrees(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  { personne, id }: PersonneDesignee,
  { identite: [fiche], historique, objets, ...fiches }: Awaited<ReturnType<typeof lireTout>>,
): AsyncGenerator<Entree> {
  const chemins = nomsDistincts(objets);
  const donnees = {
    [personne.toLowerCase()]: fiche,
    ...fiches,
    contenus: objets.map((objet, rang) => ({ ...objet, chemin: chemins[rang] })),
    historique,
  };
  const texte = JSON.stringify(
    donnees,
    (cle, valeur) => (INTERNES.has(cle) ? undefined : valeur),
    2,
  );
  yield { nom: "donnees.json", octets: new TextEncoder().encode(texte) };
  for (const [rang, objet] of objets.entries()) {
    const contenu = await ctx.env.FILES.get(objet.key);
    if (contenu) yield { nom: chemins[rang] ?? objet.key, octets: contenu.body };
  }
  const concernees = lignesDe({ personne, id }).quitances;
  for (let apres = 0; ; ) {
    const suivantes = sql`${concernees} AND "Quitance".id > ${apres}`;
    const page = await chargerQuittances(ctx, {
      lesquelles: suivantes,
      auPlus: QUITTANCES_A_LA_FOIS,
    });
    for (const quittance of await remettre(ctx, page)) {
      const { nom, octets } = await pdfDe(ctx, quittance);
      yield { nom: `quittances/${nom}`, octets };
    }
    const derniere = page.at(-1);
    if (!derniere || page.length < QUITTANCES_A_LA_FOIS) return;
    apres = derniere.id;
  }
}

const { secret: _secret, ...COORDONNEES_SANS_SECRET } = getTableColumns(coordonneesBancaires);

const { empreinte: _lien, codeEmpreinte: _code, ...EVIDENCE } = getTableColumns(signataires);

/** The traces that the person left as a signer, with the paper; nothing on the other signers. */
const SIGNATURE_SANS_SECRET = {
  ...EVIDENCE,
  papier: demandesSignature.titre,
  empreinteDuPapier: demandesSignature.empreinte,
  lieu: demandesSignature.lieu,
  retractationJusqua: demandesSignature.retractationJusqua,
  retracteeLe: demandesSignature.retracteeLe,
};

/** The signed facts of a mandate, without the agency's settings that its paper prints. */
const ACTE_SANS_REGLAGES = {
  ...getTableColumns(actesMandat),
  contenu:
    sql<ContenuActe>`json_remove(${actesMandat.contenu}, '$.mandat.agence', '$.avenant.agence')`.mapWith(
      actesMandat.contenu,
    ),
};

/** The path of each file in the archive, each different: « fichiers/Bail.pdf », « fichiers/Bail (2).pdf ». */
function nomsDistincts(objets: readonly { nom: string; extention: string }[]): string[] {
  const vus = new Map<string, number>();
  return objets.map(({ nom, extention }) => {
    const fin = extention && `.${extention}`;
    const rang = (vus.get(nom + fin) ?? 0) + 1;
    vus.set(nom + fin, rang);
    return `fichiers/${nom}${rang === 1 ? "" : ` (${rang})`}${fin}`;
  });
}

/** The columns left out of the export: they are internal to the product. */
const INTERNES = new Set([
  "recherche",
  "voie",
  "ordre",
  "key",
  "clePdf",
  "uuid",
  "scelles",
  "empreinte",
  "cle",
  "ibanSecret",
  "payeurEmpreinte",
  "versionDuCompte",
]);
