import { manquesAgence } from "#domain/agence/agence.ts";
import { deStationnement, estMeuble, locatairesDe } from "#domain/bail/bail.ts";
import { manquesDuBail } from "#domain/bail/parties.ts";
import { echelleDesEtats } from "#domain/biens/etat-en-tete.ts";
import { nomsDesPieces } from "#domain/biens/etat-lieux.ts";
import { Invalid } from "#domain/erreurs.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { BLANK, enTete, orBlank, parapheurs, parties, piedDePage } from "../mentions.ts";
import type { Block, Composed, Row } from "../page/blocks.ts";
import { MOBILIER_OBLIGATOIRE } from "../textes-legaux.ts";
import {
  type Bail,
  capitale,
  jourOuBlanc,
  locatairesSignataires,
  mandataireSignataire,
} from "./bail.ts";
import { sujet } from "./fin.ts";

const TITRE = "INVENTAIRE ET ÉTAT DÉTAILLÉ DU MOBILIER";

/**
 * The inventory of the furniture, which the parties fill in by hand at the entry and at the exit (décret n° 2015-981,
 * art. 25-5 of loi n° 89-462).
 * @throws Invalid for a parking space, which has no furniture (bail/README §3.11).
 */
export function inventaireMobilier(bail: Bail): Composed {
  if (deStationnement(bail))
    throw new Invalid(
      { typeBail: "Un emplacement de stationnement n’a pas de mobilier." },
      "L’inventaire du mobilier n’a pas été généré\u00A0: un emplacement de stationnement n’a pas de mobilier.",
    );
  const { agence, emission } = bail;
  return {
    document: {
      title: `${TITRE} – ${sujet(bail)}`,
      metadata: { author: agence.agenceNom, subject: TITRE, date: emission },
      letterhead: enTete(agence, bail.logo),
      footer: piedDePage(agence),
      initials: parapheurs(locatairesDe(bail)),
      blocks: [
        { kind: "title", text: TITRE, subtitle: fondement(bail) },
        parties({
          bailleurs: bail.bailleurs.map((client) => ({ ...client, ...adresseClient(client) })),
          locataires: locatairesDe(bail),
          logement: {
            ...bail.appartement,
            etage: bail.appartement.etage ?? null,
            caveNum: null,
          },
        }),
        {
          kind: "paragraph",
          text: `Bail du ${jourOuBlanc(bail.dossier.dateCreationBail)}, prise d'effet le ${jourOuBlanc(bail.dossier.dateDebutBail)}.`,
        },
        {
          kind: "paragraph",
          tone: "muted",
          text: echelleDesEtats(),
        },
        tableau(bail),
        ...signatures(bail),
      ],
    },
    warnings: [...manquesAgence(agence), ...manquesDuBail(bail)],
  };
}

function fondement({ dossier, regime }: Bail): string {
  if (regime === "nu") return "Annexe facultative – logement loué nu";
  if (regime === "code_civil")
    return dossier.meuble
      ? "Annexe au contrat – résidence secondaire louée meublée"
      : "Annexe facultative – résidence secondaire";
  return "Décret n° 2015-981 du 31 juillet 2015 fixant la liste des éléments de mobilier d'un logement meublé";
}

const VIERGES_PAR_PIECE = 3;
const HAUTEUR = 9;

function tableau(bail: Bail): Block {
  const { appartement, pieces } = bail;
  return {
    kind: "table",
    grid: true,
    columns: [
      { label: "Désignation", width: 66 },
      { label: "Quantité", width: 18 },
      { label: "État à l'entrée", width: 28 },
      { label: "État à la sortie", width: 28 },
      { label: "Observations", width: 30 },
    ],
    rows: [
      groupe(estMeuble(bail) ? "Mobilier obligatoire" : "Mobilier"),
      ...MOBILIER_OBLIGATOIRE.map((nom, rang) => ligne(`${rang + 1}. ${capitale(nom)}`)),
      ...equipements(bail),
      ...(pieces.length > 0 ? pieces : nomsDesPieces(appartement.nbPiece)).flatMap((piece) => [
        groupe(piece),
        ...Array.from({ length: VIERGES_PAR_PIECE }, () => ligne("")),
      ]),
    ],
  };
}

const groupe = (nom: string): Row => ({ cells: [nom, "", "", "", ""], tone: "group" });
const ligne = (nom: string): Row => ({ cells: [nom, "", "", "", ""], height: HAUTEUR });

function equipements({ appartement, equipements }: Bail): Row[] {
  const textes = [appartement.elementEquipement, appartement.elementEquipementImportant];
  const noms = [
    ...equipements.filter(({ collectif }) => !collectif).map(({ nom }) => nom),
    ...textes.flatMap((texte) => texte?.split("\n") ?? []),
  ];
  const lignes = noms.map((nom) => nom.trim()).filter(Boolean);
  return lignes.length === 0 ? [] : [groupe("Équipements du logement"), ...lignes.map(ligne)];
}

/** The signatures of the entry and of the exit, on the same paper so that both can be compared. */
function signatures(bail: Bail): Block[] {
  const { agence, dossier, lieuEntree } = bail;
  const lieu = orBlank(lieuEntree ?? agence.lieuSignature);
  const signatories = [mandataireSignataire(bail), ...locatairesSignataires(bail, "Signature")];
  return [
    { kind: "heading", text: "À l'entrée" },
    {
      kind: "signature",
      placeAndDate: `Fait à ${lieu}, le ${jourOuBlanc(dossier.dateEntree)}`,
      signatories,
    },
    { kind: "heading", text: "À la sortie" },
    { kind: "signature", placeAndDate: `Fait à ${BLANK}, le ${BLANK}`, signatories },
  ];
}
