import { describe, expect, it, test } from "vitest";
import { etatLocataire } from "#domain/personnes/etat-locataire.ts";
import { CHAMPS_MINEUR, CHAMPS_SECOND_TITULAIRE } from "#domain/personnes/locataire.ts";
import { creation, locataireEfface } from "#domain/personnes/locataire-fiche.ts";
import { estEfface } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { refus } from "../../support/fiches/schemas.ts";

const UN_LOCATAIRE = {
  nom: "Lefèvre",
  prenom: "Étienne",
  adresse: "1 rue de la Paix",
  codePostal: "75002",
  ville: "Paris",
  mail: "etienne@exemple.fr",
  tel: "06 12 34 56 78",
};
const SECOND = {
  autreNom: "Petit",
  autrePrenom: "Anaïs",
  autreMail: "anais@exemple.fr",
  autreTel: "06 12 34 56 78",
};
const MINEUR = { mineurNom: "Petit", mineurPrenom: "Léo" };

describe("la fiche d'un locataire", () => {
  it("est celle d'un titulaire seul, en résidence principale, qui n'a pas accepté le courriel", () => {
    expect(creation.parse(UN_LOCATAIRE)).toMatchObject({
      titre: "Monsieur",
      rp: true,
      quitanceAuto: true,
      accordEmail: false,
      secondTitulaire: false,
      ...Object.fromEntries(CHAMPS_SECOND_TITULAIRE.map((champ) => [champ, null])),
    });
  });

  test.each(Object.keys(SECOND))("au second titulaire ne manque pas %s", (champ) => {
    const fiche = { ...UN_LOCATAIRE, ...SECOND, secondTitulaire: true };
    expect(refus(creation, fiche)).toEqual({});
    expect(creation.parse(fiche)).toMatchObject(SECOND);
    expect(refus(creation, { ...fiche, [champ]: null })).toEqual({
      [champ]: "Ce champ est requis.",
    });
    expect(refus(creation, { ...fiche, [champ]: null, secondTitulaire: false })).toEqual({});
  });

  it("perd le second titulaire qui n'en est plus un", () => {
    const seul = creation.parse({ ...UN_LOCATAIRE, ...SECOND, secondTitulaire: false });
    for (const champ of CHAMPS_SECOND_TITULAIRE) expect(seul[champ]).toBeNull();
  });

  test.each([...Object.keys(MINEUR)])(
    "à l'enfant mineur, dès qu'on en dit quelque chose, ne manque pas %s",
    (champ) => {
      const fiche = { ...UN_LOCATAIRE, ...MINEUR };
      expect(refus(creation, fiche)).toEqual({});
      expect(refus(creation, { ...fiche, [champ]: null })).toEqual({
        [champ]: "Ce champ est requis.",
      });
      const seulement = { ...UN_LOCATAIRE, [champ]: MINEUR[champ as keyof typeof MINEUR] };
      expect(Object.keys(refus(creation, seulement))).toHaveLength(1);
    },
  );

  it("d'un mineur se contente d'un titre ou d'un second téléphone pour tout demander", () => {
    for (const dit of [{ mineurTitre: "Madame" }, { mineurTel2: "06 12 34 56 78" }])
      expect(Object.keys(refus(creation, { ...UN_LOCATAIRE, ...dit }))).toEqual(
        Object.keys(MINEUR),
      );
    expect(CHAMPS_MINEUR).toHaveLength(8);
  });
});

describe("les titulaires du bail", () => {
  const seul = { titre: "Monsieur", nom: "Lefèvre", prenom: "Étienne", secondTitulaire: false };
  const premier = { titre: "Monsieur", nom: "Lefèvre", prenom: "Étienne" };

  it("sont un, ou deux quand il y a un second titulaire nommé", () => {
    expect(titulaires(seul)).toEqual([premier]);
    expect(titulaires({ ...seul, autreNom: "Petit" })).toEqual([premier]);
    expect(titulaires({ ...seul, secondTitulaire: true, autreNom: null })).toEqual([premier]);
    const deux = { ...seul, secondTitulaire: true, autreNom: "Petit" };
    expect(titulaires({ ...deux, autreTitre: "Madame", autrePrenom: "Anaïs" })).toEqual([
      premier,
      { titre: "Madame", nom: "Petit", prenom: "Anaïs" },
    ]);
    expect(titulaires({ ...deux, autreTitre: null })).toEqual([
      premier,
      { titre: "Monsieur", nom: "Petit", prenom: null },
    ]);
  });
});

it("un locataire effacé ne laisse rien de qui il était, n'accepte rien et ne reçoit rien", () => {
  const efface = locataireEfface(12);
  const { nom, prenom, adresse, codePostal, ville, mail, tel, titre, ...reste } = efface;
  expect({ nom, prenom, adresse, codePostal, ville, tel, titre }).toEqual({
    nom: "Locataire effacé",
    prenom: "nº 12",
    adresse: "Effacée",
    codePostal: "00000",
    ville: "Effacée",
    tel: "00 00 00 00 00",
    titre: "Monsieur",
  });
  const { qualite, rp, ...oublies } = reste;
  expect({ qualite, rp }).toEqual({ qualite: "personne_physique", rp: true });
  for (const valeur of Object.values(oublies)) expect([null, false]).toContain(valeur);
  expect(mail).toMatch(/\.invalid$/);
  expect(estEfface(efface)).toBe(true);
  expect(estEfface(UN_LOCATAIRE)).toBe(false);
});

test("un locataire est ancien quand tous ses dossiers sont clos, et n'en a peut-être jamais eu", () => {
  const ouvert = { dateSortie: null, dateFinBail: null };
  const clos = { dateSortie: "2026-11-11", dateFinBail: null };
  const etat = (...dossiers: (typeof ouvert | typeof clos)[]) =>
    etatLocataire(dossiers, "2026-11-12");
  expect([etat(), etat(clos), etat(clos, ouvert), etat(ouvert)]).toEqual([
    "sansDossier",
    "ancien",
    "actuel",
    "actuel",
  ]);
});
