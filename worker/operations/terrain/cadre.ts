import { eq } from "drizzle-orm";
import { loueMeuble, regime } from "#domain/bail/bail.ts";
import type { Jour } from "#domain/dates.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { bailleursLe } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { CadreDuConstat } from "#domain/terrain/constat.ts";
import type { Db } from "#worker/db/client.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { logementSansCodes } from "#worker/documents/bail/acces.ts";
import { finsUsufruit, leLogement } from "#worker/operations/biens/proprietaires.ts";

/**
 * The queries for a dossier with its two inventories, its parties and its dwelling, and the ended usufructs of the
 * dwelling.
 */
export const dossierDuConstat = (db: Db, DossierId: number) => ({
  fins: finsUsufruit(db, leLogement(DossierId)),
  dossier: db.query.dossiers.findFirst({
    where: eq(dossiers.id, DossierId),
    columns: { recherche: false },
    with: {
      appartement: { with: { proprietes: { with: { client: true } } } },
      locataire: true,
      etatEntrant: true,
      etatSortant: true,
    },
  }),
});

type DossierLu = NonNullable<Awaited<ReturnType<typeof dossierDuConstat>["dossier"]>>;
type Fins = Awaited<ReturnType<typeof dossierDuConstat>["fins"]>;

/** The regime, the day of entry and the parties of an inventory; the lessors are those of `jour`. */
export function partiesDuConstat(
  { appartement, locataire, ...dossier }: DossierLu,
  { fins, jour }: { fins: Fins; jour: Jour },
) {
  const { mineurNom, mineurPrenom, mineurTitre } = locataire;
  return {
    regime: regime(dossier, locataire.rp),
    dateEntree: dossier.dateEntree,
    nouvelleAdresse: dossier.nouvelleAdresse,
    bailleurs: bailleursLe(appartement, fins, jour).map((client) => ({
      titre: client.titre,
      nom: client.nom,
      prenom: client.prenom,
      qualite: client.qualite,
      droit: client.droit,
      ...adresseClient(client),
    })),
    locataires: titulaires(locataire),
    mineur: mineurNom ? { titre: mineurTitre, prenom: mineurPrenom, nom: mineurNom } : null,
  };
}

/** The words shown in place of a door code, which the agency gives separately. */
const CODE = "communiqué séparément";

/**
 * The facts of the dossier that an inventory shows on a device and on paper: names, addresses, the dwelling, and no
 * door code (terrain/README §19.8).
 */
export function cadreDuConstat(
  dossier: DossierLu,
  { fins, jour }: { fins: Fins; jour: Jour },
): CadreDuConstat {
  const { appartement } = dossier;
  const parties = partiesDuConstat(dossier, { fins, jour });
  const { adresse, codePostal, ville, etage, caveNum, situation, nbPiece, surface } =
    logementSansCodes(appartement);
  const { pdl, chauffage, eauChaude, detailClef, detailTelecomande } =
    logementSansCodes(appartement);
  return {
    numero: referenceDeDossier(dossier.id),
    meuble: loueMeuble({ regime: parties.regime, dossier }),
    ...parties,
    logement: {
      ...{ adresse, codePostal, ville, etage, caveNum, situation, nbPiece, surface },
      ...{ pdl, chauffage, eauChaude, detailClef, detailTelecomande },
      digicode: appartement.digicode ? CODE : null,
    },
  };
}
