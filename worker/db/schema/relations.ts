import { relations } from "drizzle-orm";
import { documents, remplacements, storedFiles } from "./fichiers.ts";
import { conditionsMandat, plansApurement, reglements } from "./gerance.ts";
import { partsMandat } from "./mandants.ts";
import {
  accomptes,
  intendances,
  missionAppartements,
  missionClients,
  missions,
} from "./missions.ts";
import { courriels, quitances } from "./quittances.ts";
import { loyersHistoriques } from "./revisions.ts";
import {
  appartementEquipements,
  appartements,
  cautions,
  clients,
  dossiers,
  equipements,
  etatsLieux,
  fichiers,
  images,
  locataires,
  proprietes,
} from "./schema.ts";

export const clientsRelations = relations(clients, ({ one, many }) => ({
  conjoint: one(clients, { fields: [clients.mariage], references: [clients.id] }),
  biens: many(proprietes),
  missions: many(missionClients),
  fichiers: many(fichiers),
  quitances: many(quitances),
}));

export const appartementsRelations = relations(appartements, ({ many }) => ({
  proprietes: many(proprietes),
  equipements: many(appartementEquipements),
  images: many(images),
  etatsLieux: many(etatsLieux),
  dossiers: many(dossiers),
  intendances: many(intendances),
  missions: many(missionAppartements),
  accomptes: many(accomptes),
  quitances: many(quitances),
  fichiers: many(fichiers),
}));

export const proprietesRelations = relations(proprietes, ({ one }) => ({
  appartement: one(appartements, {
    fields: [proprietes.AppartementId],
    references: [appartements.id],
  }),
  client: one(clients, { fields: [proprietes.ClientId], references: [clients.id] }),
}));

export const appartementEquipementsRelations = relations(appartementEquipements, ({ one }) => ({
  appartement: one(appartements, {
    fields: [appartementEquipements.AppartementId],
    references: [appartements.id],
  }),
  equipement: one(equipements, {
    fields: [appartementEquipements.EquipementId],
    references: [equipements.id],
  }),
}));

export const imagesRelations = relations(images, ({ one }) => ({
  appartement: one(appartements, {
    fields: [images.AppartementId],
    references: [appartements.id],
  }),
  storedFile: one(storedFiles, { fields: [images.StoredFileId], references: [storedFiles.id] }),
}));

export const etatsLieuxRelations = relations(etatsLieux, ({ one, many }) => ({
  appartement: one(appartements, {
    fields: [etatsLieux.AppartementId],
    references: [appartements.id],
  }),
  signed: one(storedFiles, { fields: [etatsLieux.signedId], references: [storedFiles.id] }),
  entrees: many(dossiers, { relationName: "etatEntrant" }),
  sorties: many(dossiers, { relationName: "etatSortant" }),
}));

export const locatairesRelations = relations(locataires, ({ many }) => ({
  dossiers: many(dossiers),
  fichiers: many(fichiers),
  quitances: many(quitances),
}));

export const dossiersRelations = relations(dossiers, ({ one, many }) => ({
  appartement: one(appartements, {
    fields: [dossiers.AppartementId],
    references: [appartements.id],
  }),
  locataire: one(locataires, { fields: [dossiers.LocataireId], references: [locataires.id] }),
  etatEntrant: one(etatsLieux, {
    fields: [dossiers.etatInId],
    references: [etatsLieux.id],
    relationName: "etatEntrant",
  }),
  etatSortant: one(etatsLieux, {
    fields: [dossiers.etatOutId],
    references: [etatsLieux.id],
    relationName: "etatSortant",
  }),
  contratLocation: one(storedFiles, {
    fields: [dossiers.contratLocationId],
    references: [storedFiles.id],
  }),
  inventaireEntree: one(storedFiles, {
    fields: [dossiers.inventaireEntreeId],
    references: [storedFiles.id],
  }),
  inventaireSortie: one(storedFiles, {
    fields: [dossiers.inventaireSortieId],
    references: [storedFiles.id],
  }),
  cautions: many(cautions),
  quitances: many(quitances),
}));

export const cautionsRelations = relations(cautions, ({ one }) => ({
  dossier: one(dossiers, { fields: [cautions.DossierId], references: [dossiers.id] }),
  acteCautionnementSigned: one(storedFiles, {
    fields: [cautions.acteCautionnementSignedId],
    references: [storedFiles.id],
  }),
}));

export const loyersHistoriquesRelations = relations(loyersHistoriques, ({ one }) => ({
  signed: one(storedFiles, {
    fields: [loyersHistoriques.signedId],
    references: [storedFiles.id],
  }),
}));

export const plansApurementRelations = relations(plansApurement, ({ one }) => ({
  signed: one(storedFiles, { fields: [plansApurement.signedId], references: [storedFiles.id] }),
}));

export const missionsRelations = relations(missions, ({ one, many }) => ({
  clients: many(missionClients),
  appartements: many(missionAppartements),
  accomptes: many(accomptes),
  ordreMission: one(storedFiles, {
    fields: [missions.ordreMissionId],
    references: [storedFiles.id],
  }),
}));

export const missionClientsRelations = relations(missionClients, ({ one }) => ({
  mission: one(missions, { fields: [missionClients.MissionId], references: [missions.id] }),
  client: one(clients, { fields: [missionClients.ClientId], references: [clients.id] }),
}));

export const missionAppartementsRelations = relations(missionAppartements, ({ one }) => ({
  mission: one(missions, { fields: [missionAppartements.MissionId], references: [missions.id] }),
  appartement: one(appartements, {
    fields: [missionAppartements.AppartementId],
    references: [appartements.id],
  }),
}));

export const accomptesRelations = relations(accomptes, ({ one }) => ({
  mission: one(missions, { fields: [accomptes.MissionId], references: [missions.id] }),
  appartement: one(appartements, {
    fields: [accomptes.AppartementId],
    references: [appartements.id],
  }),
}));

export const intendancesRelations = relations(intendances, ({ one }) => ({
  appartement: one(appartements, {
    fields: [intendances.AppartementId],
    references: [appartements.id],
  }),
  ordreMission: one(storedFiles, {
    fields: [intendances.ordreMissionId],
    references: [storedFiles.id],
  }),
  facture: one(storedFiles, {
    fields: [intendances.factureId],
    references: [storedFiles.id],
  }),
}));

export const quitancesRelations = relations(quitances, ({ one, many }) => ({
  dossier: one(dossiers, { fields: [quitances.DossierId], references: [dossiers.id] }),
  appartement: one(appartements, {
    fields: [quitances.AppartementId],
    references: [appartements.id],
  }),
  locataire: one(locataires, { fields: [quitances.LocataireId], references: [locataires.id] }),
  client: one(clients, { fields: [quitances.ClientId], references: [clients.id] }),
  courriels: many(courriels),
}));

export const courrielsRelations = relations(courriels, ({ one }) => ({
  quitance: one(quitances, { fields: [courriels.QuitanceId], references: [quitances.id] }),
}));

export const remplacementsRelations = relations(remplacements, ({ one }) => ({
  storedFile: one(storedFiles, {
    fields: [remplacements.StoredFileId],
    references: [storedFiles.id],
  }),
}));

export const documentsRelations = relations(documents, ({ one }) => ({
  storedFile: one(storedFiles, {
    fields: [documents.StoredFileId],
    references: [storedFiles.id],
  }),
}));

export const fichiersRelations = relations(fichiers, ({ one }) => ({
  client: one(clients, { fields: [fichiers.ClientId], references: [clients.id] }),
  locataire: one(locataires, { fields: [fichiers.LocataireId], references: [locataires.id] }),
  appartement: one(appartements, {
    fields: [fichiers.AppartementId],
    references: [appartements.id],
  }),
  storedFile: one(storedFiles, { fields: [fichiers.StoredFileId], references: [storedFiles.id] }),
}));

export const reglementsRelations = relations(reglements, ({ one }) => ({
  dossier: one(dossiers, { fields: [reglements.DossierId], references: [dossiers.id] }),
}));

export const conditionsMandatRelations = relations(conditionsMandat, ({ many }) => ({
  parts: many(partsMandat),
}));

export const partsMandatRelations = relations(partsMandat, ({ one }) => ({
  conditions: one(conditionsMandat, {
    fields: [partsMandat.ConditionsMandatId],
    references: [conditionsMandat.id],
  }),
}));
