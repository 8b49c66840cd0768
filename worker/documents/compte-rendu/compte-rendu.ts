import { manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { periodeEnLettres } from "#domain/dates.ts";
import type { ContenuCompteRendu, MandantRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import { NON_INSCRIT } from "#domain/gerance/mandats/mandat-rendu.ts";
import { enTete, enumeration, piedDePage } from "../mentions.ts";
import type { Block, Composed } from "../page/blocks.ts";
import { detail } from "./detail.ts";
import { pagesDesMandants } from "./parts.ts";
import {
  adresseDe,
  type DonneesCompteRendu,
  parProprietaire,
  reperes,
  titreDe,
} from "./presentation.ts";
import { situation } from "./situation.ts";
import { resultat, synthese, synthesePercue } from "./synthese.ts";

/**
 * The owner’s statement (compte rendu) of a period, for the owners of a mandate (cloture/README §12.17; décret n°
 * 72-678, art. 66). It has a summary and the tenants, then each movement, then, when there are several owners, a page
 * for each with his share.
 */
export function compteRendu(donnees: DonneesCompteRendu): Composed {
  const { agence, contenu, etat, logo } = donnees;
  const { editeLe, mandat, numero } = contenu;
  const projet = etat === "brouillon" ? "PROJET – " : "";
  const titre = `${projet}COMPTE RENDU DE GESTION`;
  const percus = parProprietaire(contenu) ? "Loyers perçus directement" : "";
  return {
    document: {
      title: `${titre} ${numero} – ${mandat.nom}`,
      metadata: { author: agence.agenceNom, subject: numero, date: editeLe },
      letterhead: enTete(agence, logo),
      footer: piedDePage(agence),
      blocks: [
        ...tete(contenu),
        {
          kind: "title",
          text: titre,
          subtitle: [mandat.nom, periodeEnLettres(contenu.du, contenu.au), percus]
            .filter(Boolean)
            .join(" – "),
        },
        ...(projet === ""
          ? []
          : [
              {
                kind: "notice" as const,
                text: `Projet\u00A0: ce compte n'est pas arrêté, ses montants peuvent encore changer.${mandat.numero === NON_INSCRIT ? SANS_HONORAIRES : ""}`,
              },
            ]),
        ...premierePage(donnees),
        { kind: "pageBreak", afterFirst: true },
        ...detail(donnees),
        ...pagesDesMandants(donnees),
      ],
    },
    warnings: [...manquesAgence(agence), ...manques(contenu)],
  };
}

const SANS_HONORAIRES =
  " Le mandat n'est pas inscrit au registre\u00A0: aucun honoraire n'est dû, et ce projet n'en compte pas (loi n°\u00A070-9, article 6).";

/**
 * The head of the owner’s statement. The address of a sole owner is on this first page; with several owners, each
 * address is on the page of its owner.
 */
function tete(contenu: ContenuCompteRendu): Block[] {
  const [seul, autre] = contenu.mandants;
  const fields = reperes(contenu);
  if (seul && !autre) return [{ kind: "window", recipient: adresseDe(seul), fields }];
  return [{ kind: "fields", columns: 4, fields }];
}

function premierePage(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  return [
    ...resultat(donnees),
    titreDe("A. Synthèse"),
    ...(parProprietaire(contenu) ? synthesePercue(donnees) : synthese(donnees)),
    titreDe("B. Situation locative"),
    ...situation(contenu),
  ];
}

const manques = ({ detailDepenses, mandants, reversement, situation: lots }: ContenuCompteRendu) =>
  phrases([
    [mandants.length === 0, "Ce mandat n'a pas de mandant."],
    [
      mandants.some(({ adresse }) => adresse.length < 2),
      `L'adresse n'est pas complète\u00A0: ${nomsDe(mandants.filter(({ adresse }) => adresse.length < 2))}.`,
    ],
    [
      reversement > 0 && mandants.some(({ iban }) => iban === null),
      `L'IBAN n'est pas connu\u00A0: ${nomsDe(mandants.filter(({ iban }) => iban === null))}.`,
    ],
    [
      lots.some(({ action, resteDu }) => resteDu > 0 && action === null),
      "Des sommes restent dues sans qu'une relance soit partie.",
    ],
    [
      detailDepenses.some(({ piece }) => piece === null),
      "Des dépenses n'ont pas de numéro de pièce.",
    ],
  ]);

const nomsDe = (mandants: readonly MandantRendu[]) => enumeration(mandants.map(({ nom }) => nom));
