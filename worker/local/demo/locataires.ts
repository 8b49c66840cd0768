import type * as z from "zod/mini";
import type { creation } from "#domain/personnes/locataire-fiche.ts";
import type { TITRES } from "#domain/personnes/personne.ts";
import { courrielDe, mobileDe } from "./coordonnees.ts";
import { orNull, readTable } from "./table.ts";

type Nouveau = z.input<typeof creation>;
type Titre = (typeof TITRES)[number];

/** A tenant; `domicile` is null for a tenant who lives in the apartment that he rents. */
export interface LocataireDemo {
  nom: string;
  locataire: Omit<Nouveau, "adresse" | "codePostal" | "ville">;
  domicile: Pick<Nouveau, "adresse" | "codePostal" | "ville"> | null;
}

// accord: accepts receipts by e-mail. rp: the apartment is the main home.
const TABLE = `
titre | prénom | nom | né le | à | accord | rp | adresse | cp | ville
Monsieur | Łukasz | Żółć | 1991-04-18 | Gdańsk | oui | oui | | |
Madame | Thị Hằng | Nguyễn | 1988-09-02 | Huế | oui | oui | | |
Monsieur | İbrahim | Yılmaz | 1984-01-27 | İzmir | oui | oui | | |
Madame | Camille | Moreau | 1996-06-11 | Tours | oui | oui | | |
Monsieur | Thomas | Girard | 1990-03-05 | Dijon | oui | oui | | |
Madame | Amélie | d’Harcourt | 1982-12-14 | Caen | | oui | | |
Monsieur | Baptiste | de Saint-Aubin | 1979-07-30 | Le Mans | oui | oui | | |
Madame | Fatima | El Idrissi | 1986-05-21 | Fès | | oui | | |
Monsieur | Mamadou | Diallo | 1981-02-08 | Thiès | oui | oui | | |
Mademoiselle | Chloé | Lemoine | 1999-10-19 | Amiens | oui | oui | | |
Monsieur | Étienne | Béranger | 1975-11-23 | Limoges | oui | oui | | |
Monsieur | João | Gonçalves | 1989-08-16 | Braga | oui | oui | | |
Madame | Siobhán | O’Connor | 1993-01-09 | Galway | oui | oui | | |
Monsieur | Björn | Sjöström | 1987-06-28 | Göteborg | | oui | | |
Monsieur | Ștefan | Ionescu | 1992-04-03 | Iași | | oui | | |
Madame | Kateřina | Dvořáková | 1994-09-25 | Brno | oui | oui | | |
Madame | Yasmine | Haddad | 1997-03-17 | Tunis | oui | oui | | |
Monsieur | Pierre-Louis | Kerdraon | 1968-10-06 | Brest | | oui | | |
Madame | Agnès | Rousselot | 1946-02-22 | Nancy | | oui | | |
Monsieur | Hugo | Marchand | 1995-12-01 | Orléans | oui | oui | | |
Madame | Noémie | Lecœur | 1998-07-13 | Chartres | oui | oui | | |
Madame | Sophie | Tessier | 1980-08-04 | Poitiers | oui | oui | | |
Monsieur | Rajesh | Ramanathan | 1985-11-11 | Chennai | oui | oui | | |
Monsieur | Valentin | Dupuis | 2003-05-29 | Metz | oui | oui | | |
Madame | Inês | Carvalho | 1990-10-10 | Porto | | oui | | |
Monsieur | Wei | Zhang | 1993-02-15 | Wenzhou | | oui | | |
Monsieur | Jean-François | Guérin | 1958-06-02 | Rouen | | oui | | |
Madame | Olivia | Bouchard | 2001-12-20 | Reims | oui | oui | | |
Monsieur | Giuseppe | Conti | 1970-04-24 | Bergamo | oui | | Via Sant’Alessandro 18 | 24122 | Bergamo (Italie)
Madame | Maëlle | Le Bihan | 1991-09-08 | Vannes | oui | oui | | |
Monsieur | Nicolas | Perrin | 1988-03-31 | Annecy | oui | oui | | |
Madame | Aleksandra | Đorđević | 1990-05-12 | Niš | oui | oui | | |
Monsieur | Paul | Stévenin | 1977-01-19 | Troyes | | oui | | |
Madame | Lucie | Hamelin | 1994-11-27 | Laval | oui | oui | | |
Monsieur | Edward | Whitfield | 1965-08-09 | Bath | oui | | 14 Great Pulteney Street | BA2 4BR | Bath (Royaume-Uni)
Madame | Béatrice | de Montfleury | 1960-06-17 | Chambéry | | | 3 quai de la Tournette | 74000 | Annecy
Monsieur | Julien | Faure | 1983-04-06 | Valence | oui | oui | 12 rue Victor-Hugo | 26000 | Valence
Madame | Sandrine | Maillard | 1974-09-14 | Auxerre | | oui | 6 rue de Paris | 89000 | Auxerre
Monsieur | Oumar | Traoré | 1986-12-03 | Bamako | oui | oui | 51 rue Jean-Jaurès | 94800 | Villejuif
Madame | Élodie | Besson | 1995-02-25 | Grenoble | oui | oui | 9 place Grenette | 38000 | Grenoble
Monsieur | Marc | Vasquez | 1972-07-07 | Perpignan | | oui | 28 avenue de Grande-Bretagne | 66000 | Perpignan
Madame | Hélène | Prigent | 1990-01-15 | Lorient | oui | oui | 4 rue du Port | 56100 | Lorient
Monsieur | Antoine | Jourdain | 1987-10-30 | Blois | oui | oui | 17 rue Denis-Papin | 41000 | Blois
Madame | Louise | Carpentier | 2000-03-22 | Arras | | oui | 33 rue Ronville | 62000 | Arras
Monsieur | Ahmed | Bouzid | 1989-06-19 | Sétif | | oui | 8 rue des Rosiers | 93400 | Saint-Ouen-sur-Seine
`;

const SECONDS_TITULAIRES = `
avec | titre | prénom | nom | né le | à
Nguyễn | Monsieur | Văn Đức | Trần | 1986-02-12 | Đà Nẵng
Girard | Madame | Léa | Fontaine | 1992-08-20 | Rennes
de Saint-Aubin | Madame | Constance | de Saint-Aubin | 1981-04-15 | Versailles
Diallo | Madame | Aïssatou | Diallo | 1985-11-03 | Kaolack
Béranger | Madame | Zoé | Béranger | 1978-05-26 | Angoulême
Marchand | Madame | Manon | Pelletier | 1996-09-09 | Bourges
Ramanathan | Madame | Priya | Ramanathan | 1988-01-21 | Madurai
Guérin | Madame | Brigitte | Guérin | 1960-12-12 | Dieppe
Perrin | Madame | Claire | Vidal | 1989-07-16 | Albertville
Maillard | Monsieur | Éric | Maillard | 1971-03-08 | Sens
Jourdain | Madame | Mathilde | Roy | 1990-06-24 | Vendôme
Bouzid | Madame | Nadia | Bouzid | 1991-10-05 | Béjaïa
`;

/** The minors who live with a tenant, by the tenant's name. */
const MINEURS: Record<string, Partial<Nouveau>> = {
  Tessier: {
    mineurTitre: "Monsieur",
    mineurNom: "Tessier",
    mineurPrenom: "Jules",
    mineurNaissance: "2011-09-18",
    mineurLieuNaissance: "Paris",
    mineurMail: "jules.tessier@courriel.example",
    mineurTel: "06 39 98 90 22",
  },
};

const seconds = new Map(
  readTable<"avec" | "titre" | "prénom" | "nom" | "né le" | "à">(SECONDS_TITULAIRES).map(
    (row, rang): [string, Partial<Nouveau>] => [
      row.avec,
      {
        secondTitulaire: true,
        autreTitre: row.titre as Titre,
        autrePrenom: row.prénom,
        autreNom: row.nom,
        autreNaissance: row["né le"],
        autreLieuNaissance: row.à,
        autreMail: courrielDe(row.prénom, row.nom),
        autreTel: mobileDe(60 + rang),
      },
    ],
  ),
);

export const LOCATAIRES: LocataireDemo[] = readTable<
  "titre" | "prénom" | "nom" | "né le" | "à" | "accord" | "rp" | "adresse" | "cp" | "ville"
>(TABLE).map((row, rang) => ({
  nom: row.nom,
  locataire: {
    titre: row.titre as Titre,
    prenom: row.prénom,
    nom: row.nom,
    naissance: row["né le"],
    lieuNaissance: orNull(row.à),
    mail: courrielDe(row.prénom, row.nom),
    tel: mobileDe(rang),
    rp: row.rp === "oui",
    accordEmail: row.accord === "oui",
    ...seconds.get(row.nom),
    ...MINEURS[row.nom],
  },
  domicile: row.adresse ? { adresse: row.adresse, codePostal: row.cp, ville: row.ville } : null,
}));
