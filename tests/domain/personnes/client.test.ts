import { describe, expect, it } from "vitest";
import {
  adresseClient,
  avertissementsClient,
  contactParDefaut,
  MAILS_CLIENT,
} from "#domain/personnes/client.ts";
import { creation } from "#domain/personnes/client-fiche.ts";

const UN_CLIENT = {
  nom: "de La Tour",
  prenom: "Jeanne",
  nom2: "Petit",
  adresseDefaut: "adresse",
  mailDefaut: "mailPerso",
  telDefaut: "01 23 45 67 89",
};

it("un client est une personne physique ; il a un second nom s'il est marié", () => {
  expect(creation.parse({ ...UN_CLIENT, mariage: 12 })).toMatchObject({
    titre: "Monsieur",
    sexe: "Non définit",
    qualite: "personne_physique",
    nom2: "Petit",
  });
  expect(creation.parse({ ...UN_CLIENT, mariage: null }).nom2).toBeNull();
});

it("le seul téléphone, le seul e-mail, la seule adresse sont ceux par défaut ; un choix fait reste", () => {
  const { mailDefaut: _m, telDefaut: _t, adresseDefaut: _a, ...sans } = UN_CLIENT;
  const unDeChaque = { fixePro: "01 23 45 67 89", mailPro: "j@exemple.fr", adresseFiscale: "Lyon" };
  expect(creation.parse({ ...sans, ...unDeChaque })).toMatchObject({
    telDefaut: "fixePro",
    mailDefaut: "mailPro",
    adresseDefaut: "adresseFiscale",
  });
  expect(creation.parse({ ...UN_CLIENT, ...unDeChaque })).toMatchObject({
    telDefaut: "01 23 45 67 89",
    mailDefaut: "mailPerso",
    adresseDefaut: "adresse",
  });
  const deux = creation.safeParse({ ...sans, ...unDeChaque, mobilePro: "06 12 34 56 78" });
  expect(deux.error?.issues.map(({ path }) => path.join())).toEqual(["telDefaut"]);
});

it("une société seule n'a pas de prénom ; il manque à toute autre personne, avec le reste", () => {
  for (const qualite of ["personne_morale", "sci_familiale"])
    for (const prenom of [undefined, null, "", " "])
      expect(creation.parse({ ...UN_CLIENT, qualite, prenom }).prenom).toBe("");
  for (const prenom of [undefined, null, "", " "]) {
    const refus = creation.safeParse({ ...UN_CLIENT, nom: null, prenom });
    expect(refus.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ["nom", "Ce champ est requis."],
      ["prenom", "Ce champ est requis."],
    ]);
  }
});

describe("on écrit à un client", () => {
  const adresses = {
    adresse: "4 place de la Contrescarpe",
    codePostal: "75005",
    ville: "Paris",
    adresseFiscale: "3 place Bellecour",
    codePostalFiscale: "69002",
    villeFiscale: "Lyon",
  };

  it("à l'adresse qu'il préfère, telle qu'elle est connue", () => {
    expect(adresseClient({ ...adresses, adresseDefaut: "adresse" })).toEqual({
      adresse: "4 place de la Contrescarpe",
      codePostal: "75005",
      ville: "Paris",
    });
    expect(adresseClient({ ...adresses, adresseDefaut: "adresseFiscale" })).toEqual({
      adresse: "3 place Bellecour",
      codePostal: "69002",
      ville: "Lyon",
    });
    const inconnue = { adresse: null, codePostal: null, ville: null };
    expect(adresseClient({ adresseDefaut: "adresse" })).toEqual(inconnue);
    expect(adresseClient({ adresseDefaut: "adresseFiscale" })).toEqual(inconnue);
  });

  it("au courriel nommé par sa préférence, ou écrit dedans", () => {
    const mails = { mailPerso: "jeanne@exemple.fr", mailPro: null };
    expect(contactParDefaut(mails, MAILS_CLIENT, "mailPerso")).toBe("jeanne@exemple.fr");
    expect(contactParDefaut(mails, MAILS_CLIENT, "mailPro")).toBeNull();
    expect(contactParDefaut({}, MAILS_CLIENT, "mailPerso")).toBeNull();
    expect(contactParDefaut(mails, MAILS_CLIENT, "autre@exemple.fr")).toBe("autre@exemple.fr");
  });
});

it("un numéro qui n’est ni un SIRET ni un SIREN se dit, et s’enregistre", () => {
  const dits = (numSiret: string | null) =>
    avertissementsClient({ numSiret }).map(({ champ }) => champ);
  expect(["RCS Paris 12", "552 100 554 00014"].map(dits)).toEqual([["numSiret"], ["numSiret"]]);
  expect([null, " ", "552 100 554 00013", "552100554"].flatMap(dits)).toEqual([]);
});
