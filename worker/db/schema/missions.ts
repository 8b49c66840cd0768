import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Compteur } from "#domain/biens/index-des-compteurs.ts";
import type { NatureFiscale, Recuperable } from "#domain/missions/natures-de-depense.ts";
import { MODES_PAIEMENT } from "#domain/quittances/paiement.ts";
import { users } from "./agence.ts";
import { decomptesSyndic, depensesImmeuble } from "./charges.ts";
import { booleen, euros, horodatage, id, isoDate, recherche } from "./columns.ts";
import { storedFile } from "./fichiers.ts";
import { appartements, clients } from "./schema.ts";

// Missions, the instalments paid for them, and the caretaking missions and expenses of the apartments.

export const missions = sqliteTable(
  "Mission",
  {
    id: id(),
    type: text({ enum: ["gestion", "location", "prestation"] }).notNull(),
    domicileUnique: booleen().notNull(),
    nbAppart: integer().notNull(),
    dateSignature: isoDate(),
    tauxTva: real().notNull(),
    valeurMissionAppt: euros().notNull(),
    accompte1: euros().notNull(),
    accompte2: euros().notNull(),
    reliquat: euros().notNull(),
    numRegistre: text(),
    duree: integer(),
    honorairesLocationMandant: euros(),
    honorairesLocationLocataire: euros(),
    honorairesEdlMandant: euros(),
    honorairesEdlLocataire: euros(),
    diffusionAnnonces: text(),
    /** The user account in charge of the deadlines of the mission; null: everybody is. */
    gestionnaireId: integer().references(() => users.id, { onDelete: "set null" }),
    ordreMissionId: storedFile(),
    recherche: recherche(),
    /**
     * A counter of the changes to the facts behind the account of the mandate. Triggers raise it, and a write
     * compares it with the value read before.
     */
    versionDuCompte: integer().notNull().default(1),
    ...horodatage,
  },
  (t) => [
    index("Mission_ordreMission").on(t.ordreMissionId),
    index("Mission_gestionnaire").on(t.gestionnaireId),
  ],
);

export const missionClients = sqliteTable(
  "MissionClient",
  {
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "cascade" }),
    ClientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: "restrict" }),
  },
  (t) => [
    primaryKey({ columns: [t.MissionId, t.ClientId] }),
    index("MissionClient_Client").on(t.ClientId),
  ],
);

export const missionAppartements = sqliteTable(
  "MissionAppartement",
  {
    MissionId: integer()
      .notNull()
      .references(() => missions.id, { onDelete: "cascade" }),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
  },
  (t) => [
    primaryKey({ columns: [t.MissionId, t.AppartementId] }),
    index("MissionAppartement_Appartement").on(t.AppartementId),
  ],
);

export const accomptes = sqliteTable(
  "Accompte",
  {
    id: id(),
    MissionId: integer().references(() => missions.id, { onDelete: "restrict" }),
    AppartementId: integer().references(() => appartements.id, { onDelete: "restrict" }),
    dateDepart: isoDate().notNull(),
    dateFin: isoDate().notNull(),
    prix: euros().notNull(),
    tva: real().notNull(),
    mode: text({ enum: MODES_PAIEMENT }).notNull(),
    datePaiement: isoDate(),
    montant: euros(),
    date: isoDate(),
    regle: booleen().notNull(),
    ...horodatage,
  },
  (t) => [
    index("Accompte_Mission").on(t.MissionId, t.regle),
    index("Accompte_Appartement").on(t.AppartementId),
  ],
);

export const intendances = sqliteTable(
  "Intendance",
  {
    id: id(),
    nature: text({ enum: ["mission", "depense"] }).notNull(),
    AppartementId: integer()
      .notNull()
      .references(() => appartements.id, { onDelete: "restrict" }),
    dateDepart: isoDate(),
    dateFin: isoDate(),
    prix: euros(),
    tva: real().notNull(),
    renouvele: booleen().notNull(),
    regle: booleen().notNull(),
    intitule: text(),
    date: isoDate(),
    montant: euros(),
    numFacture: text(),
    mode: text({ enum: MODES_PAIEMENT }),
    /** The identifier of the supplier in `Fournisseur`. */
    FournisseurId: integer(),
    natureFiscale: text().$type<NatureFiscale>(),
    /** The code of the charge recoverable from the tenant, and the recoverable part in percent. */
    recuperable: text().$type<Recuperable>(),
    tauxRecuperable: integer(),
    payePar: text({ enum: ["agence", "bailleur"] }),
    /** The period that the bill covers; null: the day of the expense gives its period. */
    periodeDu: isoDate(),
    periodeAu: isoDate(),
    /** The meter by which the tenants share the expense; null when they share it by days. */
    compteur: text().$type<Compteur>(),
    /** The expense of the building, or the syndic's statement, of which this expense is a part. */
    DepenseImmeubleId: integer().references(() => depensesImmeuble.id, { onDelete: "restrict" }),
    DecompteSyndicId: integer().references(() => decomptesSyndic.id, { onDelete: "cascade" }),
    /**
     * The day on which the expense was approved for payment, and the day of the owner's agreement when the mandate
     * requires one.
     */
    bonAPayerLe: isoDate(),
    accordLe: isoDate(),
    /** The row of `LigneReleve` that shows the payment. */
    LigneReleveId: integer(),
    /** For a sum that a supplier gave back (negative): the row of `Intendance` that it reduces. */
    RembourseId: integer(),
    factureId: storedFile(),
    ordreMissionId: storedFile(),
    recherche: recherche(),
    ...horodatage,
  },
  (t) => [
    index("Intendance_Rembourse").on(t.RembourseId),
    // The nature and the end are part of this index; otherwise the database would read the whole of `Intendance_fin`
    // for each apartment.
    index("Intendance_Appartement").on(t.AppartementId, t.nature, t.dateFin),
    index("Intendance_fin").on(t.nature, t.dateFin),
    index("Intendance_ordreMission").on(t.ordreMissionId),
    index("Intendance_facture").on(t.factureId),
    index("Intendance_Fournisseur").on(t.FournisseurId),
    index("Intendance_LigneReleve").on(t.LigneReleveId),
    index("Intendance_DepenseImmeuble").on(t.DepenseImmeubleId),
    index("Intendance_DecompteSyndic").on(t.DecompteSyndicId),
  ],
);
