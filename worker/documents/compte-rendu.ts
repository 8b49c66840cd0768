import { type Agence, manquesAgence } from "#domain/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { formatJour, jourEnLettres, periodeEnLettres } from "#domain/dates.ts";
import type {
  ContenuCompteRendu,
  DepenseRendue,
  EncaissementRendu,
  EtatCompteRendu,
  HonoraireRendu,
  MandantRendu,
  SituationRendue,
} from "#domain/gerance/compte-rendu.ts";
import { NATURES_FISCALES } from "#domain/gerance/depense.ts";
import { libelleMode, PAYEURS } from "#domain/gerance/reglement.ts";
import {
  jourDuReversement,
  type PartDeSynthese,
  partager,
  partsDeSynthese,
  poidsDe,
  quotePart,
  type Synthese,
  syntheseDe,
} from "#domain/gerance/synthese-compte-rendu.ts";
import {
  arrondir,
  type Euros,
  enCentimes,
  enEuros,
  formatEuros,
  formatNombre,
  somme,
} from "#domain/montants.ts";
import type { Block, Column, Composed, Field, Picture, Row } from "./blocks.ts";
import { BLANK, enTete, enumeration, orBlank, piedDePage } from "./mentions.ts";

/** An account, and what its paper needs besides what it says. */
export interface DonneesCompteRendu {
  contenu: ContenuCompteRendu;
  etat: EtatCompteRendu;
  /** Its invoice of fees and its credit note; euros. */
  factures: readonly { numero: string; ttc: Euros }[];
  agence: Agence;
  logo?: Picture;
  /** The owner who reads it alone: of the others, their names and their shares; else it is for all of them. */
  pour?: number;
}

/** Whether the page, the sum and the bank details of this owner are for who reads. */
const seDit = ({ pour }: Pick<DonneesCompteRendu, "pour">, { ClientId }: MandantRendu): boolean =>
  pour === undefined || pour === ClientId;

/**
 * The account of a period, for those who gave the mandate (domain/README §12.17; décret n° 72-678, art. 66): its synthesis and
 * who lives there, then all that came and went, then a page for each owner of several, with his share.
 */
export function compteRendu(donnees: DonneesCompteRendu): Composed {
  const { agence, contenu, etat, logo } = donnees;
  const { editeLe, mandat, numero } = contenu;
  const projet = etat === "brouillon" ? "PROJET – " : "";
  const titre = `${projet}COMPTE RENDU DE GESTION${parProprietaire(contenu) ? " (loyers perçus directement)" : ""}`;
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
          subtitle: `${mandat.nom} – ${periodeEnLettres(contenu.du, contenu.au)}`,
        },
        ...(projet === ""
          ? []
          : [
              {
                kind: "notice" as const,
                text: "Projet\u00A0: ce compte n'est pas arrêté, ses montants peuvent encore changer.",
              },
            ]),
        ...premierePage(donnees),
        ...(contenu.situation.length <= LOTS_D_UNE_PAGE ? [{ kind: "pageBreak" as const }] : []),
        ...detail(donnees),
        ...pagesDesMandants(donnees),
      ],
    },
    warnings: [...manquesAgence(agence), ...manques(contenu)],
  };
}

/** So many dwellings are told on the page of the synthesis; above, what follows them goes on where they end. */
const LOTS_D_UNE_PAGE = 6;

const parProprietaire = ({ modeFonds }: ContenuCompteRendu) => modeFonds === "proprietaire";

const titreDe = (text: string, level: 1 | 2 = 1): Block => ({ kind: "heading", text, level });
const paragraphe = (text: string): Block => ({ kind: "paragraph", text, tone: "muted" });

const nombre = (montant: Euros) => formatNombre(montant, 2);
/** Nothing rather than a zero where a line has no such part. */
const nombreOuRien = (montant: Euros) => (montant === 0 ? "–" : nombre(montant));

const chiffres = (label: string, width: number): Column => ({ label, width, align: "right" });

function reperes({ du, au, editeLe, mandat, numero }: ContenuCompteRendu): Field[] {
  const signe = mandat.dateSignature === null ? "" : ` du ${formatJour(mandat.dateSignature)}`;
  return [
    { label: "Compte rendu n°", lines: [numero] },
    { label: "Édité le", lines: [formatJour(editeLe)] },
    { label: "Mandat", lines: [`n°\u00A0${mandat.numero}${signe}`] },
    { label: "Période", lines: [`du ${formatJour(du)}`, `au ${formatJour(au)}`] },
  ];
}

/** An owner alone is written to on the first page; several each have theirs. */
function tete(contenu: ContenuCompteRendu): Block[] {
  const [seul, autre] = contenu.mandants;
  const fields = reperes(contenu);
  if (seul && !autre) return [{ kind: "window", recipient: adresseDe(seul), fields }];
  return [{ kind: "fields", columns: 4, fields }];
}

const adresseDe = ({ nom, adresse }: MandantRendu): string[] => [nom, ...adresse];

function premierePage(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  return [
    titreDe("A. Synthèse"),
    ...(parProprietaire(contenu) ? synthesePercue(donnees) : synthese(donnees)),
    titreDe("B. Situation locative"),
    ...situation(contenu),
  ];
}

const COLONNES_DE_SYNTHESE: Column[] = [{ label: "En euros", width: 130 }, chiffres("Montant", 40)];

/** What each line of the synthesis is called, with the papers that it comes from. */
function libelles({ contenu, factures }: DonneesCompteRendu): Record<keyof Synthese, string> {
  const {
    autresMouvements,
    encaissements,
    honorairesTTC,
    provision,
    reserves,
    soldePrecedent,
    solde,
  } = contenu;
  const { provision: gardee } = syntheseDe(contenu);
  const numeros = factures.map(
    ({ numero }) => `${numero.startsWith("AV-") ? "avoir" : "facture"} ${numero}`,
  );
  const selon = numeros.length === 0 ? "" : ` (${enumeration(numeros)})`;
  const conserve =
    soldePrecedent === provision && reserves === 0 ? "provision conservée" : "conservé";
  const duSolde = soldePrecedent === 0 ? "" : soldePrecedent < 0 ? " (débiteur)" : ` (${conserve})`;
  return {
    soldePrecedent: `Solde précédent${duSolde}`,
    encaissements: encaissements < 0 ? "− Encaissements repris" : "+ Encaissements",
    honoraires:
      honorairesTTC < 0
        ? `+ Honoraires de gestion rendus TTC${selon}`
        : `− Honoraires de gestion TTC${selon}`,
    assuranceLoyers:
      contenu.assuranceLoyers < 0
        ? "+ Garantie loyers impayés, rendue à votre compte"
        : "− Garantie loyers impayés",
    depenses:
      contenu.depenses < 0
        ? "+ Dépenses annulées, rendues à votre compte"
        : "− Dépenses payées pour votre compte",
    autresMouvements: `${autresMouvements < 0 ? "−" : "+"} Autres mouvements`,
    solde: `= Solde du présent compte${solde < 0 ? " (débiteur)" : ""}`,
    reserves: "− Factures à payer ou sommes sorties depuis, mises de côté",
    provision:
      gardee === 0 - provision
        ? "− Provision conservée"
        : `− Provision conservée (le mandat en prévoit ${nombre(provision)})`,
    reversement: "= REVERSEMENT",
  };
}

/** Told even when there is nothing. */
const TOUJOURS: readonly (keyof Synthese)[] = [
  "soldePrecedent",
  "encaissements",
  "honoraires",
  "solde",
  "reversement",
];
const TOTAUX: readonly (keyof Synthese)[] = ["solde", "reversement"];

const lignesDites = (synthese: Synthese) =>
  (Object.keys(synthese) as (keyof Synthese)[]).filter(
    (nom) => TOUJOURS.includes(nom) || synthese[nom] !== 0,
  );

function synthese(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const lignes = syntheseDe(contenu);
  const nommees = libelles(donnees);
  return [
    {
      kind: "table",
      columns: COLONNES_DE_SYNTHESE,
      rows: lignesDites(lignes).map((nom) => ({
        cells: [nommees[nom], nombre(lignes[nom])],
        ...(TOTAUX.includes(nom) ? { tone: "total" as const } : {}),
      })),
    },
    ...beneficiaires(donnees),
  ];
}

/** Who is paid what, where and when; or why nobody is. */
function beneficiaires(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { mandants, reversement, solde } = contenu;
  if (solde < 0)
    return [
      {
        kind: "paragraph",
        text: `Votre compte est débiteur de ${formatEuros(-solde)}\u00A0: rien n'est reversé. Cette somme sera reprise sur vos prochains encaissements.`,
      },
    ];
  if (reversement === 0)
    return [
      {
        kind: "paragraph",
        text: "Rien n'est reversé pour cette période\u00A0: le solde reste conservé sur votre compte.",
      },
    ];
  const seul = mandants.length === 1;
  const date = formatJour(jourDuReversement(contenu));
  return [
    {
      kind: "table",
      columns: [
        { label: "Bénéficiaire", width: 62 },
        { label: "Part", width: 16 },
        { label: "Compte", width: 38 },
        { label: "Prévu le", width: 22 },
        chiffres("Montant", 32),
      ],
      rows: mandants.map((mandant) => ({
        cells: [
          mandant.nom,
          seul ? "–" : quotePart(mandant),
          ...(seDit(donnees, mandant)
            ? [mandant.iban ?? "à nous communiquer", date, nombre(mandant.montant)]
            : ["–", "–", "–"]),
        ],
      })),
    },
  ];
}

/** Where the owner receives the rents, what is known of them, and the fees that he owes. */
function synthesePercue(donnees: DonneesCompteRendu): Block[] {
  const { contenu, factures } = donnees;
  const { honorairesTTC, loyersAppeles, loyersNonConfirmes, loyersRecus } = contenu;
  const numeros = factures.map(({ numero }) => numero);
  const selon = numeros.length === 0 ? "" : ` (${enumeration(numeros)})`;
  const { assuranceLoyers, autresMouvements, depenses, encaissements, soldePrecedent } = contenu;
  const passees = [soldePrecedent, encaissements, assuranceLoyers, depenses, autresMouvements];
  return [
    {
      kind: "table",
      columns: COLONNES_DE_SYNTHESE,
      rows: [
        { cells: ["Loyers appelés", nombre(loyersAppeles)] },
        { cells: ["Loyers déclarés reçus", nombre(loyersRecus)] },
        { cells: ["Loyers non confirmés", nombre(loyersNonConfirmes)] },
        {
          cells: [
            `Honoraires de gestion TTC ${honorairesTTC < 0 ? "à vous rendre" : "à régler"}${selon}`,
            nombre(Math.abs(honorairesTTC)),
          ],
          tone: "total",
        },
      ],
    },
    ...(passees.some((montant) => montant !== 0) ? fondsDetenus(donnees) : []),
  ];
}

/** What passed through the agency all the same, and what of it is paid over. */
function fondsDetenus(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { autresMouvements, depenses, assuranceLoyers, encaissements, solde, soldePrecedent } =
    contenu;
  const { reserves, provision, reversement } = syntheseDe(contenu);
  const nommees = libelles(donnees);
  const rows: [string, Euros][] = [
    ["Solde précédent", soldePrecedent],
    [nommees.encaissements, encaissements],
    [nommees.assuranceLoyers, 0 - assuranceLoyers],
    [nommees.depenses, 0 - depenses],
    ["Autres mouvements", autresMouvements],
  ];
  const retenues: [string, Euros][] = [
    [nommees.reserves, reserves],
    [nommees.provision, provision],
  ];
  const dites = (lesquelles: [string, Euros][]): Row[] =>
    lesquelles
      .filter(([, montant]) => montant !== 0)
      .map(([libelle, montant]) => ({ cells: [libelle, nombre(montant)] }));
  return [
    {
      kind: "table",
      columns: [{ label: "Sommes détenues par l'agence", width: 130 }, chiffres("Montant", 40)],
      rows: [
        ...dites(rows),
        { cells: ["= Solde", nombre(solde)], tone: "total" },
        ...(reversement === 0
          ? []
          : [
              ...dites(retenues),
              { cells: [nommees.reversement, nombre(reversement)], tone: "total" as const },
            ]),
      ],
    },
    ...(reversement === 0 ? [] : beneficiaires(donnees)),
  ];
}

function situation(contenu: ContenuCompteRendu): Block[] {
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
        { label: "Lot", width: 34 },
        { label: "Locataire", width: 38 },
        chiffres("Appelé", 18),
        chiffres("Solde ant.", 18),
        chiffres(parProprietaire(contenu) ? "Reçu" : "Encaissé", 18),
        chiffres("Reste dû", 18),
        { label: "Action", width: 26 },
      ],
      rows: [
        ...lots.map((lot) => ({
          cells: [
            orBlank(lot.lot),
            orBlank(lot.locataire),
            nombre(lot.appele),
            nombre(lot.soldeAnterieur),
            nombre(lot.encaisse),
            nombre(lot.resteDu),
            actionDe(contenu, lot),
          ],
        })),
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
                  "",
                ],
                tone: "total" as const,
              },
            ]),
      ],
    },
    ...depots,
  ];
}

/** What is owed is never told without what is done about it. */
function actionDe(contenu: ContenuCompteRendu, { action, resteDu }: SituationRendue): string {
  if (resteDu < 0) return "avance du locataire";
  if (resteDu === 0) return "–";
  return action ?? (parProprietaire(contenu) ? "à nous confirmer" : "relance à venir");
}

function detail(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  return [
    ...encaissements(contenu),
    ...depenses(contenu),
    ...honoraires(donnees),
    ...autresMouvements(contenu),
    ...echeances(contenu),
    {
      kind: "paragraph",
      text: "Compte rendu établi en exécution de votre mandat (art. 66 du décret n°\u00A072-678 du 20 juillet 1972). Pièces à votre disposition.",
    },
  ];
}

function encaissements(contenu: ContenuCompteRendu): Block[] {
  const { detailEncaissements: recus } = contenu;
  const titre = titreDe(parProprietaire(contenu) ? "C. Loyers déclarés reçus" : "C. Encaissements");
  if (recus.length === 0)
    return [titre, { kind: "paragraph", text: "Aucune somme n'a été reçue sur la période." }];
  const avecAutres = recus.some(({ autres }) => autres !== 0);
  const total = (de: (un: EncaissementRendu) => Euros) => nombre(somme(...recus.map(de)));
  const parties = (loyer: string, charges: string, autres: string) => [
    loyer,
    charges,
    ...(avecAutres ? [autres] : []),
  ];
  return [
    titre,
    {
      kind: "table",
      columns: [
        { label: "Date", width: 19 },
        { label: "Lot, locataire", width: avecAutres ? 32 : 38 },
        { label: "Payeur", width: avecAutres ? 26 : 30 },
        { label: "Période", width: 24 },
        chiffres("Loyer HC", 19),
        chiffres("Charges", 18),
        ...(avecAutres ? [chiffres("Autres", 17)] : []),
        chiffres("Total", 20),
      ],
      rows: [
        ...recus.map((recu) => ({
          cells: [
            formatJour(recu.date),
            [recu.lot, recu.locataire].filter(Boolean).join(", ") || BLANK,
            payeurDe(recu),
            periodeDe(recu),
            ...parties(
              nombreOuRien(recu.loyer),
              nombreOuRien(recu.charges),
              nombreOuRien(recu.autres),
            ),
            nombre(recu.total),
          ],
        })),
        {
          cells: [
            "Totaux",
            "",
            "",
            "",
            ...parties(
              total(({ loyer }) => loyer),
              total(({ charges }) => charges),
              total(({ autres }) => autres),
            ),
            total((recu) => recu.total),
          ],
          tone: "total",
        },
      ],
    },
    ...(parProprietaire(contenu) || contenu.loyersRecus === 0
      ? []
      : [paragraphe(`Dont ${formatEuros(contenu.loyersRecus)} que vous avez reçus directement.`)]),
  ];
}

/** « Locataire, virement »; of what the bank took back, by which payment. */
function payeurDe({ mode, payeur, piece, total }: EncaissementRendu): string {
  const qui = payeur === null ? "" : PAYEURS[payeur].replace(/^(Le |La |L’|Un )/, "");
  const nom = qui.charAt(0).toUpperCase() + qui.slice(1);
  const comment = mode === null ? "" : libelleMode(mode).toLowerCase();
  const dit = [nom, comment].filter(Boolean).join(", ");
  if (total >= 0) return dit || "–";
  return `Repris${piece === null ? "" : `, ${piece}`}${dit === "" ? "" : ` (${dit})`}`;
}

const periodeDe = ({ mois, regularisation }: EncaissementRendu): string => {
  const ecrit = mois === null ? "–" : `${mois.slice(5)}/${mois.slice(0, 4)}`;
  return regularisation ? `${ecrit}, régularisation` : ecrit;
};

function depenses(contenu: ContenuCompteRendu): Block[] {
  const { detailDepenses: payees } = contenu;
  const titre = titreDe("D. Dépenses");
  if (payees.length === 0)
    return [titre, { kind: "paragraph", text: "Aucune dépense n'a été payée sur la période." }];
  const primes = payees.filter(({ nature }) => nature === "assurance_loyers");
  const autres = payees.filter(({ nature }) => nature !== "assurance_loyers");
  const groupe = (libelle: string): Row => ({
    cells: [libelle, "", "", "", "", "", "", ""],
    tone: "group",
  });
  return [
    titre,
    {
      kind: "table",
      columns: [
        { label: "Date", width: 19 },
        { label: "Fournisseur, objet", width: 40 },
        { label: "Nature", width: 26 },
        chiffres("HT", 17),
        chiffres("TVA", 14),
        chiffres("TTC", 17),
        { label: "Récup.", width: 17 },
        { label: "Pièce", width: 20 },
      ],
      rows: [
        ...autres.map(rangeeDeDepense),
        ...(primes.length === 0
          ? []
          : [groupe("Garantie loyers impayés"), ...primes.map(rangeeDeDepense)]),
        {
          cells: [
            "Totaux",
            "",
            "",
            nombre(somme(...payees.map(({ ht }) => ht))),
            nombre(somme(...payees.map(({ tva }) => tva))),
            nombre(somme(...payees.map(({ ttc }) => ttc))),
            "",
            "",
          ],
          tone: "total",
        },
      ],
    },
    paragraphe("Récup.\u00A0: dépense récupérable sur le locataire."),
  ];
}

const rangeeDeDepense = (depense: DepenseRendue): Row => ({
  cells: [
    formatJour(depense.date),
    [depense.fournisseur, depense.libelle, depense.lot].filter(Boolean).join(" – ") || BLANK,
    depense.nature === null ? "–" : NATURES_FISCALES[depense.nature].libelle.replaceAll("’", "'"),
    nombre(depense.ht),
    nombreOuRien(depense.tva),
    nombre(depense.ttc),
    depense.recuperable ? "oui" : "non",
    pieceDe(depense),
  ],
});

/** What was deducted is always known by a number. */
const pieceDe = ({ IntendanceId, piece }: DepenseRendue): string =>
  piece ?? (IntendanceId === null ? BLANK : `n°\u00A0${IntendanceId}`);

function honoraires({ contenu, factures }: DonneesCompteRendu): Block[] {
  const { detailHonoraires: lignes, honorairesTTC } = contenu;
  const titre = titreDe("E. Honoraires");
  if (lignes.length === 0)
    return [titre, { kind: "paragraph", text: "Aucun honoraire sur la période." }];
  const total = (de: (ligne: HonoraireRendu) => Euros) => nombre(somme(...lignes.map(de)));
  return [
    titre,
    {
      kind: "table",
      columns: [
        { label: "Prestation", width: 58 },
        chiffres("Base", 24),
        chiffres("Taux", 22),
        chiffres("HT", 20),
        chiffres("TVA", 26),
        chiffres("TTC", 20),
      ],
      rows: [
        ...lignes.map((ligne) => ({
          cells: [
            ligne.libelle,
            ligne.taux === null ? "–" : nombre(ligne.base),
            ligne.taux === null ? "forfait" : `× ${tauxDe(ligne)}`,
            nombre(ligne.ht),
            `${pourcent(ligne.tauxTva)} = ${nombre(ligne.tva)}`,
            nombre(ligne.ttc),
          ],
        })),
        ...(lignes.length < 2
          ? []
          : [
              {
                cells: [
                  "Totaux",
                  "",
                  "",
                  total(({ ht }) => ht),
                  total(({ tva }) => tva),
                  total(({ ttc }) => ttc),
                ],
                tone: "total" as const,
              },
            ]),
      ],
    },
    ...factures.map(({ numero, ttc }) => {
      const avoir = numero.startsWith("AV-");
      const sort = avoir
        ? "rendu sur votre compte"
        : parProprietaire(contenu)
          ? "à régler"
          : "prélevée sur votre compte";
      return paragraphe(
        `${avoir ? "Avoir" : "Facture"} ${numero}\u00A0: ${formatEuros(Math.abs(ttc))} TTC, ${avoir && parProprietaire(contenu) ? "à déduire de vos factures" : sort}.`,
      );
    }),
    ...(factures.length === 0 && parProprietaire(contenu)
      ? [paragraphe(`À régler\u00A0: ${formatEuros(honorairesTTC)} TTC.`)]
      : []),
  ];
}

const pourcent = (centiemes: number) => `${String(centiemes / 100).replace(".", ",")}\u00A0%`;

/** « 7 % », and « 7,2 % TTC » where the mandate says its rate with VAT. */
function tauxDe({ base, ht, taux, tva }: HonoraireRendu): string {
  const centiemes = taux ?? 0;
  const horsTaxe = arrondir((base * centiemes) / 10_000) === ht;
  return `${pourcent(centiemes)}${horsTaxe || tva === 0 ? "" : "\u00A0TTC"}`;
}

function autresMouvements({ detailAutres }: ContenuCompteRendu): Block[] {
  if (detailAutres.length === 0) return [];
  return [
    titreDe("Autres mouvements"),
    {
      kind: "table",
      columns: [
        { label: "Date", width: 22 },
        { label: "Libellé", width: 112 },
        chiffres("Montant", 36),
      ],
      rows: [
        ...detailAutres.map(({ date, libelle, montant }) => ({
          cells: [formatJour(date), libelle, nombre(montant)],
        })),
        {
          cells: ["Total", "", nombre(somme(...detailAutres.map(({ montant }) => montant)))],
          tone: "total",
        },
      ],
    },
  ];
}

function echeances({ echeances: prevues }: ContenuCompteRendu): Block[] {
  const titre = titreDe("F. Échéances à venir");
  if (prevues.length === 0)
    return [titre, { kind: "paragraph", text: "Aucune échéance connue dans les prochains mois." }];
  return [
    titre,
    {
      kind: "table",
      columns: [
        { label: "Date", width: 22 },
        { label: "Lot", width: 58 },
        { label: "Échéance", width: 90 },
      ],
      rows: prevues.map(({ date, libelle, lot }) => ({ cells: [formatJour(date), lot, libelle] })),
    },
  ];
}

/** A page for each owner of several: what of the account is his. */
function pagesDesMandants(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { mandants } = contenu;
  if (mandants.length < 2 || mandants.every(({ num }) => num === 0)) return [];
  if (parProprietaire(contenu)) return partsPercues(donnees);
  return partsDeSynthese(contenu)
    .filter(({ mandant }) => seDit(donnees, mandant))
    .flatMap((part) => [
      ...teteDePart(contenu, part.mandant),
      tableauDePart(donnees, part),
      ...reversementDe(donnees, part.mandant),
    ]);
}

function teteDePart(contenu: ContenuCompteRendu, mandant: MandantRendu): Block[] {
  return [
    { kind: "pageBreak" },
    { kind: "window", recipient: adresseDe(mandant), fields: reperes(contenu) },
    {
      kind: "title",
      text: "VOTRE PART DU COMPTE RENDU",
      subtitle: `${mandant.nom} – ${quotePart(mandant)} – ${contenu.mandat.nom}`,
    },
  ];
}

const colonnesDePart = (mandant: MandantRendu): Column[] => [
  { label: "En euros", width: 98 },
  chiffres("Compte entier", 36),
  chiffres(`Votre part (${quotePart(mandant)})`, 36),
];

function tableauDePart(donnees: DonneesCompteRendu, { mandant, synthese }: PartDeSynthese): Block {
  const entiere = syntheseDe(donnees.contenu);
  const nommees = libelles(donnees);
  return {
    kind: "table",
    columns: colonnesDePart(mandant),
    rows: lignesDites(entiere).map((nom) => ({
      cells: [nommees[nom], nombre(entiere[nom]), nombre(synthese[nom])],
      ...(TOTAUX.includes(nom) ? { tone: "total" as const } : {}),
    })),
  };
}

function reversementDe(donnees: DonneesCompteRendu, mandant: MandantRendu): Block[] {
  const { contenu } = donnees;
  if (mandant.montant === 0) return contenu.solde < 0 ? beneficiaires(donnees) : [];
  return [
    {
      kind: "callout",
      label: `Reversement prévu le ${jourEnLettres(jourDuReversement(contenu))}`,
      value: formatEuros(mandant.montant),
      details: [
        mandant.iban === null
          ? "Votre IBAN nous manque\u00A0: communiquez-le à l'agence."
          : `Sur votre compte ${mandant.iban}`,
      ],
    },
  ];
}

/** Where the owners receive the rents, the share of each in what was called, received and in the fees. */
function partsPercues(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  const { honorairesTTC, loyersAppeles, loyersNonConfirmes, loyersRecus, mandants } = contenu;
  const lignes: [libelle: string, montant: Euros][] = [
    ["Loyers appelés", loyersAppeles],
    ["Loyers déclarés reçus", loyersRecus],
    ["Loyers non confirmés", loyersNonConfirmes],
    [`Honoraires TTC ${honorairesTTC < 0 ? "à vous rendre" : "à régler"}`, Math.abs(honorairesTTC)],
  ];
  const parts = lignes.map(([, montant]) => partager(enCentimes(montant), poidsDe(mandants)));
  return mandants.flatMap((mandant, rang): Block[] =>
    seDit(donnees, mandant)
      ? [
          ...teteDePart(contenu, mandant),
          {
            kind: "table",
            columns: colonnesDePart(mandant),
            rows: lignes.map(([libelle, montant], ligne) => ({
              cells: [libelle, nombre(montant), nombre(enEuros(parts[ligne]?.[rang] ?? 0))],
            })),
          },
          ...(mandant.montant === 0 ? [] : reversementDe(donnees, mandant)),
        ]
      : [],
  );
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
