import { createHash } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import { blancsDe } from "#domain/signature/blancs.ts";
import type { BlocFige } from "#domain/signature/blocs.ts";
import { boitesPartagees, refusDesBoites } from "#domain/signature/boites.ts";
import { estConstat } from "#domain/signature/constats.ts";
import type { Role } from "#domain/signature/demande.ts";
import { ecritSaMention, montantDuModele } from "#domain/signature/mention.ts";
import {
  montreLIdentite,
  type SignataireAttendu,
  type SignataireConnu,
  signatairesProposes,
} from "#domain/signature/parties.ts";
import type { PreparationDeSignature } from "#domain/signature/wire.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { dossiers, fichiers } from "#worker/db/schema/schema.ts";
import { demandesSignature } from "#worker/db/schema/signature.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { warningsOf } from "#worker/documents/page/warnings.ts";
import { figer } from "#worker/documents/signature/gel.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { encoreOuverte, ouvertesDe } from "./demandes.ts";
import { type PapierNomme, type PapierSitue, SANS_PLACE, situerPapier } from "./papiers.ts";

/** A paper with its content, as the call that prints it composes it. */
export interface PapierCompose extends PapierNomme {
  composed: Composed;
}

/** The lease that a guarantor answers for. */
export interface BailGaranti {
  StoredFileId: number;
  /** SHA-256, in hexadecimal digits. */
  empreinte: string;
}

/** The facts known about a paper before it is put to signature. */
export interface Preparation extends PapierSitue {
  reponse: PreparationDeSignature;
  connus: SignataireAttendu[];
  blocs: BlocFige[];
  /** The lease that a guarantee answers for; null when no lease is frozen or signed, and for any other paper. */
  bail: BailGaranti | null;
}

const SANS_CLE =
  "Le sceau de l’agence n’a pas de clé\u00A0: qui installe le logiciel la pose (npm run cle-sceau).";

/**
 * The requirements of a paper before it is put to signature.
 * @throws NotFound when a record of the paper does not exist; Invalid when the paper cannot be printed.
 */
export async function preparer(
  ctx: Pick<Contexte, "env" | "db" | "now" | "today">,
  papier: PapierCompose,
): Promise<Preparation> {
  const { type, composed } = papier;
  const situe = await situerPapier(ctx, papier);
  const blocs = await figer(composed.document.blocks);
  const connus = signatairesProposes(situe.parties, situe.agence, ctx.today);
  const bail = type === "acteCautionnement" ? await bailGaranti(ctx, situe.DossierId) : null;
  const enCours = situe.place ? await ouvertesDe(ctx, situe.place) : [];
  const pieces = await piecesDIdentite(ctx, situe, connus);
  const modeles = connus.map(({ role }) => modeleDeLaMention({ type, role }, blocs));
  const modele = modeles.find((texte) => texte !== null) ?? null;
  const montant = modele === null ? null : montantDuModele(modele);
  const reponse: PreparationDeSignature = {
    titre: situe.titre,
    blocages: [
      ...blocages({ ...papier, situe, blocs, bail, sansIdentite: pieces.size === 0 }),
      ...(ctx.env.SEAL_KEY ? [] : [SANS_CLE]),
    ],
    avertissements: [
      ...warningsOf(composed),
      ...laisses(type, blocs),
      ...boitesPartagees(connus),
      ...boitesDeLAgence(situe),
      ...(type === "acteCautionnement" ? [] : sansIdentite(connus, pieces)),
    ],
    lieu: estConstat(type) ? "logement" : "distance",
    signataires: connus.map(({ role, rang, nom, qualite, mail }) => ({
      role,
      rang,
      nom,
      qualite,
      mail,
    })),
    mention: montant === null ? null : { montant },
    enCours: enCours[0]?.id ?? null,
  };
  return { ...situe, reponse, connus, blocs, bail };
}

/** The warning about mailboxes of parties that may not receive a code, guarantors aside; none when all may. */
function boitesDeLAgence({ parties, boites }: PapierSitue): string[] {
  const refus = refusDesBoites(
    parties.filter(({ role }) => role !== "caution"),
    boites,
    "distance",
  );
  return refus === null ? [] : [refus];
}

/** A sentence of warning for each signer whose identity no file shows, the agency's signer aside. */
const sansIdentite = (connus: readonly SignataireAttendu[], pieces: ReadonlyMap<number, unknown>) =>
  connus
    .filter(({ role }, rang) => role !== "agence" && !pieces.has(rang))
    .map(
      ({ nom }) =>
        `La pièce d’identité de ${nom} n’est pas au dossier\u00A0: un juge peut l’exiger. Déposez-la dans ses fichiers («\u00A0Pièce d’identité ${nom}\u00A0»).`,
    );
const cautionSansIdentite = (nom = "") =>
  `La pièce d’identité de la caution n’est pas au dossier\u00A0: déposez-la dans les fichiers du locataire («\u00A0Pièce d’identité caution ${nom}\u00A0»).`;

/** The blanks that prevent the signature of a paper; none for a paper filled in on site. */
const exiges = (type: TypeDocument, blocs: readonly BlocFige[]): string[] =>
  estConstat(type)
    ? []
    : blancsDe(blocs)
        .filter(({ exige }) => exige)
        .map(({ libelle }) => libelle);

/** The blanks that do not prevent the signature, in a sentence of warning to staff. */
function laisses(type: TypeDocument, blocs: readonly BlocFige[]): string[] {
  const autres = blancsDe(blocs).filter(({ exige }) => !exige || estConstat(type));
  const libelles = autres.map(({ libelle }) => `«\u00A0${libelle}\u00A0»`);
  return libelles.length === 0
    ? []
    : [`Laissé en blanc, et ne se remplira plus à la main\u00A0: ${libelles.join(", ")}.`];
}

/** The reasons that prevent the signature of a paper, in sentences. */
function blocages({
  type,
  situe,
  blocs,
  bail,
  sansIdentite,
}: PapierCompose & {
  situe: PapierSitue;
  blocs: readonly BlocFige[];
  bail: BailGaranti | null;
  sansIdentite: boolean;
}): string[] {
  const trouves = exiges(type, blocs);
  const boites = refusDesBoites(situe.parties, situe.boites, "agence");
  return [
    ...(situe.place ? [] : [SANS_PLACE]),
    ...(situe.parties.length === 0 ? ["Personne n’est là pour signer ce document."] : []),
    ...(situe.agence.agenceNom === ""
      ? ["Donnez d’abord son nom à l’agence (Paramètres)\u00A0: le sceau le porte."]
      : []),
    ...(trouves.length === 0
      ? []
      : [
          `À compléter sur la fiche, car ce document ne se remplira plus à la main\u00A0: ${trouves.join(", ")}.`,
        ]),
    ...(boites === null ? [] : [boites]),
    ...(type === "inventaireMobilier" ? [A_REMPLIR] : []),
    ...(type === "acteCautionnement" ? blocagesDeLaCaution({ situe, bail, sansIdentite }) : []),
  ];
}

/** The table of an inventory of furniture is empty until somebody writes in it by hand. */
const A_REMPLIR =
  "Cet inventaire se remplit à la main\u00A0: imprimez-le, ou relevez les meubles sur place avec l’état des lieux, qui se signe avec eux.";

function blocagesDeLaCaution({
  situe,
  bail,
  sansIdentite,
}: {
  situe: PapierSitue;
  bail: BailGaranti | null;
  sansIdentite: boolean;
}): string[] {
  return [
    ...(situe.agence.cautionnementElectronique === "papier"
      ? ["Les paramètres veulent l’acte de cautionnement sur papier."]
      : []),
    ...(bail === null
      ? [
          "Mettez d’abord le bail en signature, ou déposez-le signé\u00A0: la caution doit le recevoir.",
        ]
      : []),
    ...(sansIdentite ? [cautionSansIdentite(situe.parties[0]?.nom)] : []),
  ];
}

/** The words that a signer must copy: the last quotation of the frozen paper; null when this signer writes none. */
export function modeleDeLaMention(
  { type, role }: { type: TypeDocument; role: Role },
  blocs: readonly BlocFige[],
): string | null {
  if (!ecritSaMention(type, role)) return null;
  const modele = blocs.findLast((bloc) => bloc.kind === "quote");
  const texte = modele?.paragraphs[0];
  return typeof texte === "string" ? texte : null;
}

/** The lease of a dossier: the file put to signature here or sealed, else the file signed by hand. */
async function bailGaranti(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  DossierId: number | null,
): Promise<BailGaranti | null> {
  const { db, env } = ctx;
  const [gele] = await db
    .select({
      StoredFileId: demandesSignature.StoredFileId,
      empreinte: demandesSignature.empreinte,
    })
    .from(demandesSignature)
    .where(
      and(
        eq(demandesSignature.DossierId, DossierId ?? 0),
        eq(demandesSignature.type, "contratLocation"),
        sql`(${encoreOuverte(sql`"DemandeSignature"`, ctx.now)} OR "ScelleId" =
          (SELECT "contratLocationId" FROM "Dossier" WHERE id = ${DossierId}))`,
      ),
    )
    .orderBy(desc(demandesSignature.id))
    .limit(1);
  if (gele?.StoredFileId) return { StoredFileId: gele.StoredFileId, empreinte: gele.empreinte };
  const [signe] = await db
    .select({ id: storedFiles.id, key: storedFiles.key })
    .from(dossiers)
    .innerJoin(storedFiles, eq(storedFiles.id, dossiers.contratLocationId))
    .where(eq(dossiers.id, DossierId ?? 0));
  const objet = signe && (await env.FILES.get(signe.key));
  if (!objet) return null;
  return { StoredFileId: signe.id, empreinte: sha256(new Uint8Array(await objet.arrayBuffer())) };
}

/** By rank of the signer, the file that shows his identity; signers without one are left out. */
export async function piecesDIdentite(
  { db }: Pick<Contexte, "db">,
  { DossierId }: Pick<PapierSitue, "DossierId">,
  signataires: readonly SignataireConnu[],
): Promise<Map<number, { FichierId: number; key: string }>> {
  const mandants = signataires.flatMap(({ personne, personneId }) =>
    personne === "Client" && personneId !== null ? [personneId] : [],
  );
  const duDossier = sql`${fichiers.LocataireId} = (SELECT "LocataireId" FROM "Dossier" WHERE id = ${DossierId})`;
  const gardes = await db
    .select({
      id: fichiers.id,
      nom: fichiers.nom,
      ClientId: fichiers.ClientId,
      key: storedFiles.key,
    })
    .from(fichiers)
    .innerJoin(storedFiles, eq(storedFiles.id, fichiers.StoredFileId))
    .where(mandants.length > 0 ? inArray(fichiers.ClientId, mandants) : duDossier)
    .orderBy(desc(fichiers.id));
  const trouvees = signataires.flatMap((signataire, rang) => {
    if (signataire.role === "agence") return [];
    const piece = gardes.find(
      ({ nom, ClientId }) =>
        montreLIdentite(nom, signataire) &&
        (signataire.personne !== "Client" || ClientId === signataire.personneId),
    );
    return piece ? [[rang, { FichierId: piece.id, key: piece.key }] as const] : [];
  });
  return new Map(trouvees);
}

export const sha256 = (octets: Uint8Array): string =>
  createHash("sha256").update(octets).digest("hex");
