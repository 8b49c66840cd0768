import { sansGarant } from "#domain/agence/agence.ts";
import { deStationnement, locatairesDe } from "#domain/bail/bail.ts";
import { deNom, enCapitales } from "#domain/orthographe.ts";
import { estMorale } from "#domain/personnes/personne.ts";
import { motDuDroit } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import {
  ACTIVITE,
  auxBailleurs,
  BLANK,
  desLocataires,
  enumeration,
  garantie,
  orBlank,
  personne,
  representation,
  sirenEnGroupes,
} from "../mentions.ts";
import type { Block, Fact, Inline } from "../page/blocks.ts";
import {
  adresseBailleur,
  adresseEnLigne,
  type Bail,
  type BailleurDuBail,
  capitale,
  etatCivil,
  mailBailleur,
  paragraphe,
  QUALITES,
} from "./bail.ts";

/** The section « I. Désignation des parties » of the contrat-type, without its heading. */
export function designationDesParties(bail: Bail): Block[] {
  return [
    paragraphe("Le présent contrat est conclu entre les soussignés\u00A0:"),
    {
      kind: "heading",
      level: 2,
      text: bail.bailleurs.length > 1 ? "Les bailleurs" : "Le bailleur",
    },
    ...bailleurs(bail),
    ...denommesEnsemble(bail.bailleurs, "le bailleur"),
    { kind: "heading", level: 2, text: `Le mandataire ${auxBailleurs("du", bail.bailleurs)}` },
    mandataire(bail),
    {
      kind: "heading",
      level: 2,
      text: locatairesDe(bail).length > 1 ? "Les locataires" : "Le locataire",
    },
    ...locataires(bail),
    ...denommesEnsemble(locatairesDe(bail), "le locataire"),
    ...cautions(bail),
    paragraphe("Il a été convenu ce qui suit."),
  ];
}

/**
 * The sentence that gives several lessors or tenants one common name, because the clauses say « le bailleur » and « le
 * locataire ».
 */
const denommesEnsemble = ({ length }: readonly unknown[], nom: string): Block[] =>
  length > 1
    ? [{ ...paragraphe(`Dénommés ensemble ci-après «\u00A0${nom}\u00A0».`), keep: true }]
    : [];

function bailleurs({ bailleurs }: Bail): Block[] {
  if (bailleurs.length === 0)
    return [
      faits([
        ["Nom", BLANK],
        ["Domicile ou siège", BLANK],
      ]),
    ];
  return bailleurs.map((client) => faits(faitsDuBailleur(client)));
}

function faitsDuBailleur(client: BailleurDuBail): Ligne[] {
  const physique = client.qualite === "personne_physique";
  const mail = mailBailleur(client);
  const droit = motDuDroit(client);
  return [
    [
      physique ? "Nom" : "Dénomination",
      gras(`${physique ? etatCivil(client) : personne(client)}${representation(client)}`),
    ],
    ["Qualité", QUALITES[client.qualite]],
    droit ? ["Droit", capitale(droit)] : null,
    [physique ? "Domicile" : "Siège social", adresseBailleur(client)],
    client.numSiret ? ["SIRET", client.numSiret] : null,
    mail ? ["Adresse électronique", mail] : null,
  ];
}

function mandataire({ agence }: Bail): Block {
  const { agenceAdresse: adresse, agenceCp: codePostal, agenceVille: ville } = agence;
  return faits([
    [
      "Raison sociale",
      gras([orBlank(agence.agenceNom), agence.formeJuridique].filter(Boolean).join(", ")),
    ],
    ["Adresse", adresseEnLigne({ adresse, codePostal, ville })],
    ["Activité exercée", ACTIVITE],
    carte(agence),
    garant(agence),
  ]);
}

/** The agency’s professional card; an unknown part is left out, and `mentionsOmises()` reports it to staff. */
function carte({ carteLieu, carteNumero, carteType }: Bail["agence"]): Ligne {
  if (!carteNumero) return null;
  const numero = [carteType, `n°\u00A0${carteNumero}`].filter(Boolean).join(" ");
  return [
    "Carte professionnelle",
    carteLieu ? `${numero}, délivrée par la CCI ${carteLieu}` : numero,
  ];
}

function garant(agence: Bail["agence"]): Ligne {
  const { garantAdresse, garantNom } = agence;
  if (sansGarant(agence)) return ["Garant financier", garantie(agence)];
  return garantNom ? ["Garant financier", `${garantNom}, ${orBlank(garantAdresse)}`] : null;
}

function locataires({ locataire, regime }: Bail): Block[] {
  const domicile = adresseEnLigne(locataire);
  if (estMorale(locataire))
    return [
      faits([
        ["Dénomination", gras(`${personne(locataire)}${representation(locataire)}`)],
        ["SIREN", locataire.siren ? sirenEnGroupes(locataire.siren) : BLANK],
        ["Siège social", domicile],
        ["Adresse électronique", orBlank(locataire.mail)],
      ]),
    ];
  const premier = faits([
    ["Nom", gras(etatCivil(locataire))],
    ["Demeurant", domicile],
    ["Adresse électronique", orBlank(locataire.mail)],
  ]);
  return [premier, ...second(locataire), ...(deStationnement({ regime }) ? [] : mineur(locataire))];
}

function second(locataire: Bail["locataire"]): Block[] {
  const [, autre] = titulaires(locataire);
  if (!autre) return [];
  return [
    faits([
      [
        "Nom",
        gras(
          etatCivil({
            ...autre,
            nomJeuneFille: locataire.autreNomJeuneFille,
            naissance: locataire.autreNaissance,
            lieuNaissance: locataire.autreLieuNaissance,
          }),
        ),
      ],
      ["Demeurant", domicileDuSecond(locataire)],
      ["Adresse électronique", orBlank(locataire.autreMail)],
    ]),
  ];
}

/** The address of the second tenant; without one, the address of the first. */
function domicileDuSecond({
  autreAdresse,
  autreCodePostal,
  autreVille,
  ...premier
}: Bail["locataire"]) {
  if (!(autreAdresse || autreCodePostal || autreVille)) return adresseEnLigne(premier);
  return adresseEnLigne({ adresse: autreAdresse, codePostal: autreCodePostal, ville: autreVille });
}

/**
 * The sentence on a minor who lives in the dwelling without being a party (bail/README §3.2); nothing without a minor.
 */
function mineur(locataire: Bail["locataire"]): Block[] {
  const { mineurNom, mineurPrenom } = locataire;
  if (!mineurNom) return [];
  const parents = desLocataires(titulaires(locataire));
  const nom = [mineurPrenom, enCapitales(mineurNom)].filter(Boolean).join(" ");
  return [
    paragraphe(
      `Le logement est destiné à l'hébergement ${deNom(nom)}, enfant mineur ${parents}, qui n'acquiert pas la qualité de locataire.`,
    ),
  ];
}

function cautions(bail: Bail): Block[] {
  const noms = bail.cautions.map(personne);
  if (noms.length === 0) return [];
  const presente =
    locatairesDe(bail).length > 1 ? "les locataires présentent" : "le locataire présente";
  const actes = noms.length > 1 ? "par actes séparés" : "par acte séparé";
  return [
    {
      ...paragraphe(
        `Pour information, ${presente} la caution ${deNom(enumeration(noms))}, ${actes}.`,
      ),
      keep: true,
    },
  ];
}

/** A label and its value; a null row is left out. */
export type Ligne = readonly [label: string, value: Inline] | null;

export const faits = (lignes: readonly Ligne[]): Block => ({
  kind: "facts",
  facts: lignes.filter((ligne) => ligne !== null).map(([label, value]): Fact => ({ label, value })),
});

export const gras = (text: string): Inline => [{ text, bold: true }];
