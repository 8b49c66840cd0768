import { eq, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  contenuDAvoir,
  contenuDeMission,
  type MissionFacturee,
  partieFacturee,
} from "#domain/gerance/cloture/facturation.ts";
import {
  type ContenuFacture,
  type DemandeFactureDeMission,
  GENRES_DE_MISSION,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import {
  type DettesDHonoraires,
  tvaDeCompensation,
} from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { extourne } from "#domain/gerance/livres/ecritures.ts";
import {
  COMPTES_DE_PRODUIT,
  debiteurDHonoraires,
  type HonorairesAuTaux,
  honorairesFactures,
  tvaDesHonoraires,
} from "#domain/gerance/livres/ecritures-honoraires.ts";
import { nomDuMandat } from "#domain/gerance/mandats/mandat-rendu.ts";
import { MANDAT_SANS_NUMERO } from "#domain/missions/accompte.ts";
import { enCentimes } from "#domain/montants.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { nomLegal } from "#domain/personnes/personne.ts";
import { type MandatAFacturer, refusDeFacturer } from "#domain/signature/retractation.ts";
import type { Db } from "#worker/db/client.ts";
import { honorairesPermis } from "#worker/db/conditions.ts";
import { compteInchange } from "#worker/db/conditions-comptes.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";
import { missionClients, missions } from "#worker/db/schema/missions.ts";
import { clients } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { type EcritureAPoster, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireDettesDHonoraires } from "./dettes-honoraires.ts";
import { facturer, mandatAFacturer, sansRetractation } from "./factures-honoraires.ts";

export interface AFacturer {
  MissionId: number;
  /** The dossier of the tenant who owes the invoice; null: the principals of the mission owe it. */
  DossierId: number | null;
  /** The mission's `versionDuCompte`: any change of the data of its accounts makes a new version. */
  version: number;
  serie: "FH" | "AV";
  CorrigeId?: number;
  genre: keyof typeof COMPTES_DE_PRODUIT;
  contenu: ContenuFacture;
  /**
   * The sums that the debtor of the invoice owes already. They must be read after `version`: a change in between then
   * makes the write fail.
   */
  dettes: DettesDHonoraires;
}

/** The lines of an invoice by rate of VAT. All sums are above zero, even for a credit note; cents. */
const parTaux = (
  { lignes, optionDebits }: ContenuFacture,
  genre: AFacturer["genre"],
): HonorairesAuTaux[] =>
  [...Map.groupBy(lignes, ({ tauxTva }) => tauxTva)].map(([tauxTva, lignesAuTaux]) => ({
    genre,
    tauxTva,
    debits: optionDebits,
    ht: lignesAuTaux.reduce((total, { ht }) => total + Math.abs(enCentimes(ht)), 0),
    tva: lignesAuTaux.reduce((total, { tva }) => total + Math.abs(enCentimes(tva)), 0),
  }));

/**
 * The entries of an invoice or a credit note: its fees, and the VAT that becomes due when a credit note settles an
 * invoice.
 */
function ecrituresDeLaFacture(
  { MissionId, DossierId, serie, genre, contenu, dettes }: AFacturer,
  date: Jour,
): EcritureAPoster[] {
  const debiteur = debiteurDHonoraires({ MissionId, DossierId });
  const honoraires = parTaux(contenu, genre);
  const facturee = honorairesFactures(debiteur, honoraires);
  const [avoir, sens] = [serie === "AV", serie === "AV" ? -1 : 1];
  const ttc = sens * Math.abs(enCentimes(contenu.ttc));
  const tva = tvaDeCompensation(dettes, {
    ...{ prelevee: false, ttc, reste: ttc },
    tva: contenu.optionDebits
      ? []
      : honoraires.map(({ tauxTva, tva: due }) => ({ tauxTva, tva: sens * due })),
  });
  const qui = DossierId === null ? "mission" : "location, locataire";
  const commun = { date, facture: { MissionId, serie }, DossierId };
  return [
    {
      ...(avoir ? extourne(facturee) : facturee),
      ...commun,
      libelle: `Honoraires de ${qui}${avoir ? " rendus" : ""}`,
      cle: `facture-mission ${MissionId} ${crypto.randomUUID()}`,
    },
    {
      ...tvaDesHonoraires(debiteur, tva),
      ...commun,
      libelle: "TVA des honoraires compensés",
      cle: `compensation-honoraires ${MissionId} ${crypto.randomUUID()}`,
    },
  ].filter(({ lignes }) => lignes.length > 0);
}

/**
 * The SQL statements that make an invoice or a credit note, with its entries in the agency's own book. The whole
 * write fails when the mission changed since it was read, or when {@link sansRetractation} refuses the invoice.
 */
export function ecrireFacture(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  aFacturer: AFacturer,
) {
  const { MissionId, DossierId, version, serie, CorrigeId, contenu } = aFacturer;
  const [ht, tva, ttc] = [contenu.ht, contenu.tva, contenu.ttc].map(enCentimes) as [
    number,
    number,
    number,
  ];
  return {
    garde: provided(
      db,
      sql`${compteInchange(MissionId, version)} AND ${sansRetractation([{ serie, MissionId }], today)}`,
    ),
    facture: facturer(
      db,
      [
        {
          ...{ serie, MissionId, DossierId, CompteRenduId: null, ht, tva, ttc, contenu },
          ...(CorrigeId === undefined ? {} : { CorrigeId }),
        },
      ],
      { date: today, user },
    ),
    ...poster(db, ecrituresDeLaFacture(aFacturer, today), { today, user }),
    histoire: trace(db, {
      entite: DossierId === null ? "Mission" : "Dossier",
      entiteId: DossierId ?? MissionId,
      etat: serie === "AV" ? "Avoir" : "Facturée",
      user,
      details: { ttc: contenu.ttc },
    }),
  };
}

type MissionLue = typeof missions.$inferSelect;

/**
 * The mission as an invoice names it. @throws Conflict when it has no principal, or has no VAT though the agency
 * charges it.
 */
async function nommer(db: Db, mission: MissionLue, agence: Agence): Promise<MissionFacturee> {
  const commanditaires = await db
    .select({ client: clients })
    .from(missionClients)
    .innerJoin(clients, eq(clients.id, missionClients.ClientId))
    .where(eq(missionClients.MissionId, mission.id))
    .orderBy(clients.id);
  if (commanditaires.length === 0)
    throw new Conflict("Cette mission n’a pas de commanditaire : ajoutez-le d’abord.");
  if (!agence.franchiseTva && mission.tauxTva === 0)
    throw new Conflict(
      "Cette mission ne porte pas de TVA, et l’agence y est soumise : corrigez son taux.",
    );
  return {
    numero: mission.numRegistre?.trim() ?? "",
    nom: nomDuMandat(commanditaires.map(({ client }) => client)),
    parties: commanditaires.map(({ client }) => {
      const { adresse, codePostal, ville } = adresseClient(client);
      return partieFacturee({
        nom: nomLegal(client),
        voie: adresse ?? "",
        codePostal: codePostal ?? "",
        ville: ville ?? "",
        siret: client.numSiret,
        tvaIntra: client.tvaIntra,
        adresseElectronique: client.adresseElectronique,
      });
    }),
    tauxTva: agence.franchiseTva ? 0 : Math.round(mission.tauxTva * 100),
  };
}

/**
 * Invoices a mission of letting or of service, on its own, in the series of all fees (cloture/README §12.17).
 * @throws NotFound when there is no such mission; Conflict for a mission of management, whose accounts invoice its
 * fees; for a mission without its number, without a principal, or without VAT though the agency charges it; for a
 * mission from which the principal withdrew, or may still withdraw. Invalid for a service of a day to come.
 */
export async function facturerMission(
  ctx: Contexte,
  { MissionId, ...demande }: DemandeFactureDeMission & { MissionId: number },
): Promise<void> {
  const { db, today } = ctx;
  if (demande.au > today) throw new Invalid({ au: "Ce jour est à venir." });
  await onWhatIsRead(async () => {
    const [mission] = await db.select().from(missions).where(eq(missions.id, MissionId));
    if (!mission) throw new NotFound("Cette mission n’existe pas.");
    if (mission.type === "gestion")
      throw new Conflict("Les honoraires d’un mandat de gestion sont facturés par ses comptes.");
    const [faits] = await db.all<{ permis: number } & MandatAFacturer>(
      sql`SELECT ${honorairesPermis(MissionId)} AS permis, ${mandatAFacturer(sql`${MissionId}`, today)}`,
    );
    if (!faits?.permis) throw new Conflict(MANDAT_SANS_NUMERO);
    const interdit = refusDeFacturer(faits);
    if (interdit) throw new Conflict(interdit);
    const agence = agenceDe(await lireReglages(db));
    const nommee = await nommer(db, mission, agence);
    await db.write(
      ecrireFacture(ctx, {
        MissionId,
        DossierId: null,
        version: mission.versionDuCompte,
        dettes: await lireDettesDHonoraires(db, { MissionId, DossierId: null }),
        serie: "FH",
        genre: demande.genre,
        contenu: contenuDeMission(nommee, demande, { agence, date: today }),
      }),
    );
  });
}

/**
 * Takes back the whole invoice of a mission, or of a tenant, by a credit note.
 *
 * @throws NotFound when there is no such invoice; Conflict for an invoice of an account, for a credit note, or for an
 * invoice that has one already.
 */
export async function faireAvoir(
  ctx: Contexte,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  const { db, today } = ctx;
  await onWhatIsRead(async () => {
    const [facture] = await db.all<{
      MissionId: number;
      DossierId: number | null;
      numero: string;
      serie: string;
      autonome: number;
      corrigee: number;
      contenu: string;
      genre: string | null;
      version: number;
    }>(sql`
      SELECT f."MissionId", f."DossierId", f.numero, f.serie, f."CompteRenduId" IS NULL AS autonome, f.contenu,
        EXISTS (SELECT 1 FROM ${facturesHonoraires} a WHERE a."CorrigeId" = f.id) AS corrigee,
        (SELECT l.genre FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre LIKE '706%'
          WHERE e.livre = 'H' AND e.piece = f.numero ORDER BY l.id LIMIT 1) AS genre,
        (SELECT "versionDuCompte" FROM ${missions} WHERE id = f."MissionId") AS version
      FROM ${facturesHonoraires} f WHERE f.id = ${id}`);
    if (!facture) throw new NotFound("Cette facture n’existe pas.");
    if (!facture.autonome)
      throw new Conflict("Cette facture est celle d’un compte rendu : le prochain la corrige.");
    if (facture.serie === "AV" || facture.corrigee)
      throw new Conflict("Cette facture a déjà son avoir, ou en est un.");
    const { MissionId, DossierId, version, numero } = facture;
    const contenu = contenuDAvoir(JSON.parse(facture.contenu), { numero, date: today, motif });
    await db.write(
      ecrireFacture(ctx, {
        MissionId,
        DossierId,
        version,
        dettes: await lireDettesDHonoraires(db, { MissionId, DossierId }),
        serie: "AV",
        CorrigeId: id,
        genre:
          GENRES_DE_MISSION.find((genre) => COMPTES_DE_PRODUIT[genre] === facture.genre) ??
          "autres",
        contenu,
      }),
    );
  });
}
