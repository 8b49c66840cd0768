import { eq, sql } from "drizzle-orm";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { sceaux } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { EcritureZip } from "#worker/operations/fichiers/zip.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { type DemandeLue, lireDemande, papierDe } from "./demandes.ts";
import { lireFichier } from "./lecture.ts";
import { sceauPublic } from "./sceau/sceaux.ts";
import { preuveDe, signataireProuve } from "./sceller-demande.ts";

/**
 * The evidence of how a paper was signed, in one archive. Files: the sealed one, the one that the signers read, and
 * the lease handed over with a guarantee. Facts: the traces of each signer, the lines of history with their seals,
 * the certificate. The history notes who took the archive.
 * @throws NotFound when there is no such request, or a file is not kept any more; Conflict when the bytes of a file
 * are no longer those that were kept.
 */
export async function dossierDePreuve(
  ctx: Contexte,
  { id, device }: { id: number; device: string },
): Promise<{ nom: string; octets: Uint8Array<ArrayBuffer> }> {
  const { db, user, now } = ctx;
  const demande = await lireDemande(ctx, id);
  const fichiers = await contenu(ctx, demande);
  await db.write({
    note: noter(db, {
      evenement: "preuve_emportee",
      user,
      device,
      details: { DemandeSignatureId: id },
    }),
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: id,
      etat: "Dossier de preuve emporté",
      user,
    }),
  });
  const zip = new EcritureZip();
  const morceaux = fichiers.flatMap(({ nom, octets }) => [
    zip.ouvrir(nom, now, true),
    zip.ecrire(octets),
    zip.fermer(),
  ]);
  const index = zip.index;
  const octets = new Uint8Array(Buffer.concat([...morceaux, index, zip.finir(index.length)]));
  return { nom: `Preuve_${motsDeFichier(demande.titre, "_")}.zip`, octets };
}

const enJson = (valeur: unknown) =>
  new TextEncoder().encode(`${JSON.stringify(valeur, null, 2)}\n`);

async function contenu(ctx: Contexte, demande: DemandeLue) {
  const { ScelleId, StoredFileId, AnnexeId } = demande;
  const pdf = async (nom: string, fichier: number | null, empreinte: string | null) =>
    fichier === null ? [] : [{ nom, octets: await lireFichier(ctx, fichier, empreinte) }];
  const certificat = await certificatDe(ctx, demande);
  return [
    ...(await pdf("document-scelle.pdf", ScelleId, demande.empreinteScellee)),
    ...(await pdf("document-lu.pdf", StoredFileId, demande.empreinte)),
    ...(await pdf("bail-remis.pdf", AnnexeId, demande.annexeEmpreinte)),
    { nom: "preuve.json", octets: enJson(await preuveEntiere(ctx, demande)) },
    { nom: "historique.json", octets: enJson(await lignesDe(ctx, demande.id)) },
    ...(certificat === null ? [] : [{ nom: "certificat.pem", octets: certificat }]),
  ];
}

/** The proof page without any cut: the agency must be able to show it whole. */
async function preuveEntiere(ctx: Contexte, demande: DemandeLue) {
  return { ...(await preuveDe(ctx, demande)), ...faitsDe(demande) };
}

/** The dates of a request, and the traces of its signers beside the proof. */
function faitsDe(demande: DemandeLue) {
  const { empreinteScellee, scelleLe, lieu, expireLe, annuleeLe, remplaceeLe } = demande;
  const { retractationJusqua, retracteeLe, annexeEmpreinte } = demande;
  return {
    demande: {
      id: demande.id,
      ouverteLe: demande.ouverteLe,
      lieu,
      expireLe,
      annuleeLe,
      remplaceeLe,
      scelleLe,
      empreinteScellee,
      annexeEmpreinte,
      retractationJusqua,
      retracteeLe,
    },
    laisses: demande.signataires.map((signataire) => ({
      id: signataire.id,
      rang: signataire.rang,
      nom: signataire.nom,
      agent: signataire.agent,
      envoyeLe: signataire.envoyeLe,
      vuLe: signataire.vuLe,
      secondesDeLecture: signataire.secondesDeLecture,
      refuseLe: signataire.refuseLe,
      motif: signataire.motif,
      signesMention: signataire.signesMention,
      secondesMention: signataire.secondesMention,
      trace: signataire.trace,
      identiteEmpreinte: signataire.identiteEmpreinte,
      identitePar: signataire.identitePar,
      avertiLe: signataire.avertiLe,
      copieLe: signataire.copieLe,
    })),
  };
}

/** The evidence of a request in the archive of everything: the traces of its signers, and its lines of history. */
export const preuveExportee = async (ctx: Pick<Contexte, "db">, demande: DemandeLue) =>
  enJson({
    papier: papierDe(demande),
    signataires: demande.signataires.map(signataireProuve),
    ...faitsDe(demande),
    historique: await lignesDe(ctx, demande.id),
  });

const lignesDe = ({ db }: Pick<Contexte, "db">, id: number) =>
  db.all(sql`SELECT id, entite, "entiteId", etat, "user", "createdAt", json(details) AS details,
      json(scelles) AS scelles, empreinte,
      (SELECT empreinte FROM "History" avant WHERE avant.id < h.id ORDER BY avant.id DESC LIMIT 1) AS precedente
    FROM "History" h WHERE entite = 'DemandeSignature' AND "entiteId" = ${id} ORDER BY id`);

async function certificatDe({ db }: Contexte, { DocumentScelleId }: DemandeLue) {
  const [sceau] = await db
    .select()
    .from(sceaux)
    .where(
      eq(sceaux.id, sql`(SELECT "SceauId" FROM "DocumentScelle" WHERE id = ${DocumentScelleId})`),
    );
  return sceau ? new TextEncoder().encode(sceauPublic(sceau).certificat) : null;
}
