import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { effectives } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import {
  type BienDuMandat,
  type ConditionsImprimees,
  type ContenuActe,
  locationSignee,
  type MandantDuMandat,
  type MandatSigne,
} from "#domain/gerance/mandats/actes-mandat.ts";
import { conditionsEcrites, conditionsSignees } from "#domain/gerance/mandats/conditions.ts";
import type { Conditions } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { type Part, partsDe } from "#domain/gerance/mandats/parts.ts";
import { accomptesALaSignature } from "#domain/missions/accompte.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import { nomLegal, type Personne } from "#domain/personnes/personne.ts";
import { droitDuMandant } from "#domain/personnes/propriete.ts";
import type { Db } from "#worker/db/client.ts";
import { mandatAuRegistre, registreOuvert } from "#worker/db/conditions.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { actesMandat, partsMandat } from "#worker/db/schema/mandants.ts";
import { accomptes, missions } from "#worker/db/schema/missions.ts";
import { appartements, clients, type proprietes } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { coordonneesLues } from "./coordonnees-bancaires.ts";

/** Terms of a mandate from a day on, with their shares. */
export interface ConditionsDatees extends Conditions {
  id: number;
  MissionId: number;
  depuis: Jour;
  parts: Part[];
  user: string | null;
  createdAt: string;
}

/**
 * The query of all the terms that these mandates ever had, with their shares, the latest first. `enVigueurLe()` finds
 * the terms of a day.
 * @param mandats a query of identifiers, in brackets
 */
export const conditionsDes = (db: Db, mandats: SQL) =>
  db.query.conditionsMandat.findMany({
    where: sql`${conditionsMandat.MissionId} IN ${mandats}`,
    with: {
      parts: {
        columns: { ClientId: true, num: true, den: true },
        orderBy: [asc(partsMandat.rang)],
      },
    },
    orderBy: [desc(conditionsMandat.depuis), desc(conditionsMandat.id)],
  });

/** The query of the signed acts of a mandate; the first is the mandate itself. */
export const actesDe = (db: Db, MissionId: number) =>
  db
    .select()
    .from(actesMandat)
    .where(eq(actesMandat.MissionId, MissionId))
    .orderBy(asc(actesMandat.rang));

/** A mission, the persons and dwellings it names, all the terms it ever had, and its signed acts. */
export type MandatLu = Awaited<ReturnType<typeof lireMandat>>;

/** Reads a {@link MandatLu}; the mission may be of any type. @throws NotFound */
export async function lireMandat({ db }: Pick<Contexte, "db">, MissionId: number) {
  const { mission, ...faits } = await db.read({
    mission: db.query.missions.findFirst({
      where: eq(missions.id, MissionId),
      columns: { recherche: false, ordreMissionId: false, versionDuCompte: false },
      with: {
        clients: { with: { client: true } },
        appartements: {
          with: {
            appartement: { with: { proprietes: { columns: { ClientId: true, droit: true } } } },
          },
        },
        accomptes: { orderBy: [asc(accomptes.dateDepart), asc(accomptes.id)] },
      },
    }),
    reglages: lireReglages(db),
    conditions: conditionsDes(db, sql`(${MissionId})`),
    coordonnees: coordonneesLues(db, MissionId),
    actes: actesDe(db, MissionId),
    registre: db.all<{ ouvert: number; inscrit: number }>(sql`
      SELECT ${registreOuvert} AS ouvert, ${mandatAuRegistre(sql`${MissionId}`)} AS inscrit`),
  });
  if (!mission) throw new NotFound();
  const { clients: liens, appartements: couverts, accomptes: appeles, ...fiche } = mission;
  const possessions = couverts.flatMap(({ appartement }) =>
    appartement.proprietes.map((lien) => ({ ...lien, logement: appartement })),
  );
  return {
    ...faits,
    mission: fiche,
    clients: liens.map(({ client }) => mandantDe(client, possessions)),
    biens: couverts.map(({ appartement: { proprietes: _, ...bien } }) => bien),
    accomptes: appeles,
    ouvert: faits.registre[0]?.ouvert === 1,
    inscrit: faits.registre[0]?.inscrit === 1,
  };
}

/**
 * Whether a change of this mandate is an avenant. True for a mandate in the register, and for a letting mandate whose
 * paper is stored, or that is complete.
 */
export const estTenu = (
  {
    mission,
    clients: mandants,
    biens,
    actes,
    inscrit,
  }: Pick<MandatLu, "clients" | "biens" | "actes" | "inscrit"> & { mission: Mission },
  today: Jour,
): boolean =>
  inscrit ||
  (mission.type === "location" &&
    (actes.length > 0 ||
      locationSignee({ ...mission, mandants: mandants.length, biens: biens.length }, today)));

type Possession = Pick<typeof proprietes.$inferSelect, "ClientId" | "droit"> & {
  logement: { adresse: string; codePostal: string; ville: string };
};

/** A principal with his rights over the dwellings of a mandate. */
const mandantDe = (
  { recherche: _, ...client }: typeof clients.$inferSelect,
  possessions: readonly Possession[],
) => ({
  ...client,
  droit: droitDuMandant(client.id, possessions),
  demembrements: possessions
    .filter((lien) => lien.ClientId === client.id && lien.droit !== "pleine_propriete")
    .map(({ droit, logement: { adresse, codePostal, ville } }) => ({
      droit,
      logement: { adresse, codePostal, ville },
    })),
});

/** An owner who becomes a principal of a mandate, or stops being one. @throws NotFound */
export async function lireMandant({ db }: Pick<Contexte, "db">, id: number) {
  const client = await db.query.clients.findFirst({ where: eq(clients.id, id) });
  if (!client) throw new NotFound();
  return mandantDe(client, []);
}

/** A dwelling that comes under a mandate, or leaves it. @throws NotFound */
export async function lireBien({ db }: Pick<Contexte, "db">, id: number) {
  const bien = await db.query.appartements.findFirst({ where: eq(appartements.id, id) });
  if (!bien) throw new NotFound();
  return bien;
}

/** Terms as the paper of a mandate prints them, with the masked accounts of the payees at this instant. */
export function conditionsImprimees(
  conditions: Pick<ConditionsDatees, "depuis" | "parts"> & Conditions,
  {
    clients: mandants,
    coordonnees,
    now,
  }: {
    clients: readonly (Personne & { id: number })[];
    coordonnees: Awaited<ReturnType<typeof coordonneesLues>>;
    now: Date;
  },
): ConditionsImprimees {
  const { modeFonds, tauxHonoraires, tauxEn, assiette, forfait, tauxTva, ...autres } = conditions;
  const { autresHonoraires, provision, periodicite, jourReversement, seuilAccord } = autres;
  const { accordRevision, accordDe } = autres;
  const parts = partsDe(
    conditions.parts,
    mandants.map(({ id }) => id),
  );
  return {
    ...conditionsEcrites({
      ...{ modeFonds, tauxHonoraires, tauxEn, assiette, forfait, tauxTva },
      ...{ autresHonoraires, provision, periodicite, jourReversement, seuilAccord },
      ...{ accordRevision, accordDe },
    }),
    depuis: conditions.depuis,
    parts: (parts ?? []).map(({ ClientId, num, den }) => {
      const client = mandants.find(({ id }) => id === ClientId);
      const comptesDuClient = coordonnees.filter((row) => row.ClientId === ClientId);
      const payee = effectives(comptesDuClient, now.toISOString());
      return {
        nom: client ? nomLegal(client) : "",
        num,
        den,
        titulaire: payee?.titulaire ?? null,
        iban: payee?.iban ?? null,
      };
    }),
  };
}

const bienImprime = ({
  adresse,
  codePostal,
  ville,
  etage,
  typeImmeuble,
  nbPiece,
  surface,
}: BienDuMandat): BienDuMandat => ({
  adresse,
  codePostal,
  ville,
  etage,
  typeImmeuble,
  nbPiece,
  surface,
});

/**
 * The content of the paper of a mandate, from these rows: the terms of its signature, or today's while it is not
 * signed.
 *
 * @param mandat the mandate as it is, or as a change leaves it
 */
export function mandatImprime(
  mandat: Omit<MandatLu, "mission"> & { mission: Mission },
  { today, now }: { today: Jour; now: Date },
): MandatSigne {
  const { dateSignature = null } = mandat.mission;
  const signees = conditionsSignees(mandat.conditions, dateSignature, today);
  return {
    mission: mandat.mission,
    mandants: mandat.clients satisfies readonly MandantDuMandat[],
    biens: mandat.biens.map(bienImprime),
    accomptes: dateSignature
      ? accomptesALaSignature(mandat.accomptes, dateSignature)
      : mandat.accomptes,
    conditions: signees ? conditionsImprimees(signees, { ...mandat, now }) : null,
    agence: agenceDe(mandat.reglages) satisfies Agence,
  };
}

/** The mandate as its stored paper has it; null when no paper is stored. */
export const mandatSigne = (actes: readonly { contenu: ContenuActe }[]): MandatSigne | null => {
  const [acte] = actes;
  return acte && "mandat" in acte.contenu ? acte.contenu.mandat : null;
};
