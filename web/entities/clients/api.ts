import type { ClientDetail, ClientRow } from "#domain/client.ts";
import type { Client } from "#domain/client-fiche.ts";
import { resource } from "#web/lib/resource.ts";

export const clients = resource<ClientRow, ClientDetail, Client>("Client");
