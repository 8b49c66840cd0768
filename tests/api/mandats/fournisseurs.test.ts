import { beforeEach, expect, it } from "vitest";
import type { FournisseurDetail, FournisseurRow } from "#domain/gerance/mandats/fournisseur.ts";
import { type Agence, APPARTEMENT, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

it("Un fournisseur se crée, se cherche et se modifie ; celui d’une dépense ne se supprime pas", async () => {
  const { user, user_delete } = agence;
  const refus = await user.post("/Fournisseur", { nom: "Plomberie X", siret: "123" });
  expect(refus.error.fields).toEqual({ siret: "Un SIRET a 14 chiffres." });
  const plombier = await creer<FournisseurDetail>(user, "Fournisseur", {
    nom: "Plomberie Éclair",
    siret: "732 829 320 00074",
    ville: "Lyon",
  });
  expect(plombier).toMatchObject({ siret: "73282932000074", nbDepenses: 0, canDelete: false });
  const syndic = await creer(user, "Fournisseur", { nom: "Syndic Y" });
  const trouves = await user.get<FournisseurRow[]>("/Fournisseur?q=eclair");
  expect(trouves.data.map(({ nom, ville }) => [nom, ville])).toEqual([
    ["Plomberie Éclair", "Lyon"],
  ]);
  await user.put(`/Fournisseur/${syndic.id}`, { mail: "syndic@exemple.fr" });

  const { id } = await creer(user, "Appartement", APPARTEMENT);
  const depense = await creer(user, "Intendance", {
    nature: "depense",
    AppartementId: id,
    intitule: "Fuite cuisine",
    montant: 132,
    numFacture: "F-7781",
    FournisseurId: plombier.id,
  });
  const refusee = await user_delete.delete(`/Fournisseur/${plombier.id}`);
  expect([refusee.status, refusee.error.message]).toEqual([
    409,
    expect.stringContaining("1 dépense"),
  ]);
  const csv = await user.get<FournisseurRow[]>("/Fournisseur?sort=-nbDepenses");
  expect(csv.data.map(({ nom, nbDepenses }) => [nom, nbDepenses])).toEqual([
    ["Plomberie Éclair", 1],
    ["Syndic Y", 0],
  ]);
  expect((await user_delete.delete(`/Fournisseur/${syndic.id}`)).status).toBe(204);
  const inconnu = await user.put(`/Intendance/${depense.id}`, { FournisseurId: syndic.id });
  expect(inconnu.error.fields).toEqual({ FournisseurId: "Cette fiche n’existe pas." });
});
