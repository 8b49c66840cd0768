import { formatJour } from "#domain/dates.ts";
import type { ContenuCompteRendu, SituationRendue } from "#domain/gerance/cloture/compte-rendu.ts";
import { type Euros, formatEuros, somme } from "#domain/montants.ts";
import { orBlank } from "../mentions.ts";
import type { Block, Row } from "../page/blocks.ts";
import { chiffres, nombre, parProprietaire } from "./presentation.ts";

/**
 * The state of each dwelling let in the period: its tenant, and the sums called, owed before, received and still
 * owed; then the deposits that the agency holds.
 */
export function situation(contenu: ContenuCompteRendu): Block[] {
  const { depotsDetenus, situation: lots } = contenu;
  const total = (de: (lot: SituationRendue) => Euros) => nombre(somme(...lots.map(de)));
  const depots: Block[] =
    depotsDetenus === 0 && parProprietaire(contenu)
      ? []
      : [
          {
            kind: "paragraph",
            text: [
              { text: "Dépôts de garantie détenus par l'agence\u00A0: " },
              { text: formatEuros(depotsDetenus), bold: true },
            ],
          },
        ];
  if (lots.length === 0)
    return [{ kind: "paragraph", text: "Aucun logement n'est loué sur la période." }, ...depots];
  return [
    {
      kind: "table",
      columns: [
        { label: "Lot", width: 46 },
        { label: "Locataire", width: 50 },
        chiffres("Appelé", 18.5),
        chiffres("Dû avant", 18.5),
        chiffres(parProprietaire(contenu) ? "Reçu" : "Encaissé", 18.5),
        chiffres("Reste dû", 18.5),
      ],
      rows: [
        ...lots.flatMap((lot): Row[] => [
          {
            cells: [
              orBlank(lot.lot),
              orBlank(lot.locataire),
              nombre(lot.appele),
              nombre(lot.soldeAnterieur),
              nombre(lot.encaisse),
              nombre(lot.resteDu),
            ],
          },
          ...actionDe(contenu, lot),
          ...revisionsDe(lot),
        ]),
        ...(lots.length < 2
          ? []
          : [
              {
                cells: [
                  "Totaux",
                  "",
                  total(({ appele }) => appele),
                  total(({ soldeAnterieur }) => soldeAnterieur),
                  total(({ encaisse }) => encaisse),
                  total(({ resteDu }) => resteDu),
                ],
                tone: "total" as const,
              },
            ]),
      ],
    },
    ...depots,
  ];
}

/**
 * The note under a dwelling whose tenant has a balance: the last action on his debt, else the action to come; « avance
 * du locataire » for a sum paid ahead.
 */
function actionDe(contenu: ContenuCompteRendu, { action, resteDu }: SituationRendue): Row[] {
  if (resteDu === 0) return [];
  const attendue = parProprietaire(contenu) ? "à nous confirmer" : "relance à venir";
  const suite = resteDu < 0 ? "avance du locataire" : (action ?? attendue);
  return [{ cells: ["", suite, "", "", "", ""], tone: "note" }];
}

/** The notes on the rents revised during the period, one a row, under their dwelling. */
const revisionsDe = ({ revisions = [] }: SituationRendue): Row[] =>
  revisions.map(({ le, avant, apres }) => ({
    cells: [
      "",
      `Loyer révisé\u00A0: de ${nombre(avant)} à ${nombre(apres)} au ${formatJour(le)}`,
      ...["", "", "", ""],
    ],
    tone: "note",
  }));
