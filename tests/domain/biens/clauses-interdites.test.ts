import { describe, expect, test } from "vitest";
import { clausesNulles } from "#domain/biens/clauses-interdites.ts";

describe("les clauses réputées non écrites (article 4) se signalent", () => {
  test.each([
    ["Le loyer est payé par prélèvement automatique.", /prélèvement automatique/],
    ["Le bailleur pourra opérer une retenue sur le salaire du locataire.", /salaire/],
    ["Les réparations seront facturées sur la base d'une estimation du bailleur.", /estimation/],
    ["Le bail sera résilié de plein droit en cas de bruit.", /résiliation/],
    ["Le locataire s'assure auprès de la compagnie choisie par le bailleur.", /assurance/],
    ["Les frais de relance sont à la charge du locataire.", /relance/],
    ["Le coût de l'état des lieux de sortie incombe au locataire.", /état des lieux de sortie/],
    ["Une pénalité de 50 € est due par jour de retard.", /pénalités/],
    ["Il laissera visiter le logement trois heures par jour.", /deux heures/],
    ["L'employeur pourra retenir le loyer sur le salaire du locataire.", /salaire/],
    ["La sous-location entraîne la résiliation immédiate du bail.", /résiliation/],
    ["Le locataire s'assure chez l'assureur imposé.", /assurance/],
    ["Une somme de 15 euros est due pour chaque lettre de relance.", /relance/],
    ["L'état des lieux de sortie sera facturé au locataire.", /état des lieux de sortie/],
    ["Tout retard donne lieu à des intérêts au taux de 5 %.", /pénalités/],
    ["Les chiens sont interdits.", /animal/],
    ["Le locataire ne peut détenir aucun animal.", /animal/],
    ["Aucun animal n'est accepté.", /animal/],
    ["Les chiens et chats ne sont pas tolérés.", /animal/],
    ["Chaque quittance sera facturée 5 €.", /quittance/],
    ["Une lettre de rappel coûte 20 €.", /relance/],
    ["Il laissera visiter 4h par jour.", /deux heures/],
  ])("%s", (clause, motif) => {
    const motifs = clausesNulles(clause);
    expect(motifs).toHaveLength(1);
    expect(motifs[0]).toMatch(motif);
  });
});

test.each([
  "",
  "Le locataire entretient le jardin et taille la haie chaque année.",
  "Le paiement se fait par virement ou par tout autre moyen.",
  "Le locataire s'assure contre les risques locatifs auprès de l'assureur de son choix.",
  "Les visites ont lieu deux heures par jour au plus, de 16 à 18 heures, les jours ouvrables.",
  "Le logement est loué à titre de résidence secondaire exclusivement.",
  "L'état des lieux de sortie est établi sans frais pour le locataire.",
  "Le retard de paiement donne lieu à des intérêts au taux légal.",
  "Le dépôt de garantie ne produit pas d'intérêts.",
  "Il est interdit de stationner devant le château.",
  "Le bailleur ne peut exiger l'achat de mobilier.",
  "Le prélèvement automatique est possible si le locataire le souhaite.",
  "Aucune pénalité ne sera appliquée.",
])("une clause permise ne se signale pas : %s", (clause) => {
  expect(clausesNulles(clause)).toEqual([]);
});
