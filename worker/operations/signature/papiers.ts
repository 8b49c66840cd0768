import { and, eq, isNull, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import {
  DOCUMENTS,
  type DocumentSigne,
  EXEMPLAIRES_SIGNES,
  type TypeDocument,
} from "#domain/fichiers/document.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { contactParDefaut, MAILS_CLIENT } from "#domain/personnes/client.ts";
import { bailleursLe } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { BoitesDesAutres } from "#domain/signature/boites.ts";
import type { Place } from "#domain/signature/demande.ts";
import type { Partie } from "#domain/signature/parties.ts";
import type { Db } from "#worker/db/client.ts";
import { users } from "#worker/db/schema/agence.ts";
import { plansApurement } from "#worker/db/schema/gerance.ts";
import { intendances, missionClients, missions } from "#worker/db/schema/missions.ts";
import { appartements, cautions, clients, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { demandesSignature, signataires } from "#worker/db/schema/signature.ts";
import { finsUsufruit } from "#worker/operations/biens/proprietaires.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";

type Appel = Pick<Contexte, "db" | "today">;

/** A paper, named by its kind and by the records in the path of the call. */
export interface PapierNomme {
  type: TypeDocument;
  /** The record that lists the paper: the last of the sources. */
  entiteId: number;
  sources: Record<string, number>;
}

/** The subject of a paper, and the persons whom it binds. */
export interface PapierSitue {
  /** The title, such as « Contrat de location D000123 ». */
  titre: string;
  /** Null while the record that will hold the signed paper does not exist. */
  place: Place | null;
  DossierId: number | null;
  MissionId: number | null;
  parties: Partie[];
  /** The mailboxes of the tenants, on their records and as they sign the lease; and those of the agency. */
  boites: BoitesDesAutres;
  agence: Agence;
}

/** The field for the signed copy of a paper of this kind. @throws NotFound for a kind that nobody signs. */
export function exemplaireDe(type: TypeDocument): DocumentSigne {
  const exemplaire = EXEMPLAIRES_SIGNES[type];
  if (!exemplaire) throw new NotFound("Ce document ne se signe pas.");
  return exemplaire;
}

/**
 * The field for a signed paper: on the record itself, on the inventory that `par` names in the dossier, on the row of
 * rent that an avenant changes, or on the current payment plan.
 * @returns null when the record of the field does not exist.
 */
async function placeDe(db: Db, { type, entiteId, sources }: PapierNomme): Promise<Place | null> {
  const { entite, champ, par } = exemplaireDe(type);
  if (par === "DossierId") {
    const id = sources.loyerId ?? (await planEnCours(db, entiteId));
    return id === null ? null : { entite, entiteId: id, champ };
  }
  if (par) {
    const [dossier] = await db
      .select({ etatIn: dossiers.etatInId, etatOut: dossiers.etatOutId })
      .from(dossiers)
      .where(eq(dossiers.id, entiteId));
    const id = dossier?.[par] ?? null;
    return id === null ? null : { entite, entiteId: id, champ };
  }
  return { entite, entiteId, champ };
}

async function planEnCours(db: Db, DossierId: number): Promise<number | null> {
  const [plan] = await db
    .select({ id: plansApurement.id })
    .from(plansApurement)
    .where(and(eq(plansApurement.DossierId, DossierId), isNull(plansApurement.closLe)));
  return plan?.id ?? null;
}

/**
 * The subject of a paper, its parties and its field.
 * @throws NotFound when a record of the paper does not exist.
 */
export async function situerPapier(ctx: Appel, papier: PapierNomme): Promise<PapierSitue> {
  const { db } = ctx;
  const { type, entiteId, sources } = papier;
  const place = await placeDe(db, papier);
  const agence = agenceDe(await lireReglages(db));
  const { intitule, entite } = DOCUMENTS[type];
  const boites = { agence: await boitesDeLAgence(db, agence), locataires: [] };
  const commun = { place, agence, DossierId: null, MissionId: null, boites };
  if (entite === "Mission") {
    const { numero, parties } = await lireMandants(db, entiteId);
    return { ...commun, titre: `${intitule} ${numero}`, MissionId: entiteId, parties };
  }
  if (entite === "Intendance") {
    const parties = await lireBailleurs(ctx, entiteId);
    return { ...commun, titre: `${intitule} n°\u00A0${entiteId}`, parties };
  }
  const DossierId = entite === "Dossier" ? entiteId : (sources.id ?? 0);
  const preneurs = await lireLocataires(db, DossierId);
  const parties = entite === "Caution" ? await lireCaution(db, entiteId, DossierId) : preneurs;
  return {
    ...commun,
    titre: `${intitule} ${referenceDeDossier(DossierId)}`,
    DossierId,
    parties,
    boites: { ...boites, locataires: await boitesDesLocataires(db, DossierId, preneurs) },
  };
}

/**
 * The subject of a paper put to signature, from its records as they are now.
 * @throws NotFound when a record of the paper does not exist.
 */
export const situerDemande = (
  ctx: Appel,
  { type, sources }: Pick<typeof demandesSignature.$inferSelect, "type" | "sources">,
): Promise<PapierSitue> =>
  situerPapier(ctx, { type, sources, entiteId: Object.values(sources).at(-1) ?? 0 });

/** The agency's own mailbox, and those with which its members sign in. */
async function boitesDeLAgence(db: Db, { agenceEmail }: Agence): Promise<string[]> {
  const comptes = await db.select({ email: users.email }).from(users);
  return [agenceEmail, ...comptes.map(({ email }) => email)];
}

async function boitesDesLocataires(
  db: Db,
  DossierId: number,
  preneurs: readonly Partie[],
): Promise<(string | null)[]> {
  const duBail = await db
    .select({ mail: signataires.mail })
    .from(signataires)
    .innerJoin(demandesSignature, eq(demandesSignature.id, signataires.DemandeSignatureId))
    .where(
      and(
        eq(demandesSignature.DossierId, DossierId),
        eq(signataires.role, "locataire"),
        isNull(demandesSignature.annuleeLe),
        isNull(demandesSignature.remplaceeLe),
      ),
    );
  return [...preneurs, ...duBail].map(({ mail }) => mail);
}

async function lireLocataires(db: Db, DossierId: number): Promise<Partie[]> {
  const [trouve] = await db
    .select({ locataire: locataires })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .where(eq(dossiers.id, DossierId));
  if (!trouve) throw new NotFound();
  const { locataire } = trouve;
  const commun = { role: "locataire", personne: "Locataire", personneId: locataire.id } as const;
  const [premier, second] = titulaires(locataire);
  const { representantNom, representantQualite, naissance } = locataire;
  return [
    ...(premier
      ? [
          {
            ...premier,
            ...commun,
            mail: locataire.mail,
            naissance,
            representantNom,
            representantQualite,
          },
        ]
      : []),
    ...(second
      ? [{ ...second, ...commun, mail: locataire.autreMail, naissance: locataire.autreNaissance }]
      : []),
  ];
}

async function lireCaution(db: Db, id: number, DossierId: number): Promise<Partie[]> {
  const [caution] = await db
    .select()
    .from(cautions)
    .where(and(eq(cautions.id, id), eq(cautions.DossierId, DossierId)));
  if (!caution) throw new NotFound("Cette caution n’est pas rattachée à ce dossier.");
  return [{ ...caution, role: "caution", personne: "Caution", personneId: id }];
}

type Client = typeof clients.$inferSelect;

const mandantDe = (client: Client): Partie => ({
  ...client,
  role: "mandant",
  personne: "Client",
  personneId: client.id,
  mail: contactParDefaut(client, MAILS_CLIENT, client.mailDefaut),
});

async function lireMandants(db: Db, MissionId: number) {
  const { mission, mandants } = await db.read({
    mission: db
      .select({ numRegistre: missions.numRegistre })
      .from(missions)
      .where(eq(missions.id, MissionId)),
    mandants: db
      .select({ client: clients })
      .from(missionClients)
      .innerJoin(clients, eq(clients.id, missionClients.ClientId))
      .where(eq(missionClients.MissionId, MissionId))
      .orderBy(clients.id),
  });
  const [trouvee] = mission;
  if (!trouvee) throw new NotFound();
  return {
    numero: `n°\u00A0${trouvee.numRegistre?.trim() || MissionId}`,
    parties: mandants.map(({ client }) => mandantDe(client)),
  };
}

async function lireBailleurs({ db, today }: Appel, IntendanceId: number): Promise<Partie[]> {
  const duLogement = sql`(SELECT "AppartementId" FROM ${intendances} WHERE id = ${IntendanceId})`;
  const { logement, fins } = await db.read({
    fins: finsUsufruit(db, duLogement),
    logement: db.query.appartements.findFirst({
      where: eq(appartements.id, duLogement),
      with: { proprietes: { with: { client: true } } },
    }),
  });
  if (!logement) throw new NotFound();
  return bailleursLe(logement, fins, today).map(mandantDe);
}

/**
 * The versions of the records from which a paper is made: when a record changes, the paper may no longer be true.
 * @param place the place of the paper, each field as an SQL expression or a value
 */
export const versionDesSources = ({
  entite,
  entiteId,
  DossierId,
}: Record<"entite" | "entiteId" | "DossierId", unknown>) =>
  sql<string>`coalesce(CASE ${entite}
      WHEN 'Caution' THEN (SELECT version FROM "Caution" WHERE id = ${entiteId})
      WHEN 'EtatLieux' THEN (SELECT version FROM "EtatLieux" WHERE id = ${entiteId})
      WHEN 'LoyerHistorique' THEN (SELECT version FROM "LoyerHistorique" WHERE id = ${entiteId})
      WHEN 'PlanApurement' THEN (SELECT version FROM "PlanApurement" WHERE id = ${entiteId})
      WHEN 'Mission' THEN (SELECT version FROM "Mission" WHERE id = ${entiteId})
      WHEN 'Intendance' THEN (SELECT version FROM "Intendance" WHERE id = ${entiteId}) END, '')
    || ' ' || coalesce((SELECT d.version || ' ' || l.version || ' ' || a.version FROM "Dossier" d
      JOIN "Locataire" l ON l.id = d."LocataireId" JOIN "Appartement" a ON a.id = d."AppartementId"
      WHERE d.id = ${DossierId}), '')`;

/** @throws Conflict while the record that would hold the signed paper does not exist. */
export function exigerPlace({ place }: Pick<PapierSitue, "place">): Place {
  if (!place) throw new Conflict(SANS_PLACE);
  return place;
}

export const SANS_PLACE = "L’état des lieux n’est pas encore établi.";
