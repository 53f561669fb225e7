import { z } from 'zod';
import { domainLead, PUBLIC, SESSION } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { pageMarker, wholeOf, wholeQuery } from '../../wire/page.ts';
import { id, nothing } from '../../wire/values.ts';
import { domainProperty, propertyCreateBody, propertyKey, propertyWriteBody } from './entity.ts';

const path = '/api/v2/domains/{domainId}/props';
const ofDomain = z.object({ domainId: id });
const ofProperty = z.object({ domainId: id, propertyKey });
/** A value whose characters are all written as escapes, and what goes with it. */
const VALUE_BYTES = 128 * 1024;
const writing = domainLead('domain_properties');
const page = { query: wholeQuery, answer: wholeOf(domainProperty) };

/** Properties are the platform's own records, whichever engine the domains come from (S0 §7, decisions B9 and B10). */
export const domainPropertyCalls = {
  all: defineCall({
    id: 'domainProperties.all',
    side: 'both',
    method: 'GET',
    path: '/api/v2/domains/props',
    summary:
      'Lists the public properties of all enabled domains, and with a session also the others of its domain. The marker of an answer leads to the next one',
    source: 'decision B10',
    permission: PUBLIC,
    query: wholeQuery.extend({ marker: pageMarker }),
    answer: page.answer.extend({ marker: z.string().optional() }),
    does: { by: 'handle' },
  }),
  list: defineCall({
    id: 'domainProperties.list',
    side: 'both',
    method: 'GET',
    path,
    summary: 'Lists the properties of the current domain',
    source: 'S0 §7',
    permission: SESSION,
    params: ofDomain,
    ...page,
    does: { by: 'handle' },
  }),
  read: defineCall({
    id: 'domainProperties.read',
    side: 'both',
    method: 'GET',
    path: `${path}/{propertyKey}`,
    summary: 'Shows a property: public ones of enabled domains for everyone, any of the current domain',
    source: 'S1 §7',
    permission: PUBLIC,
    params: ofProperty,
    answer: domainProperty,
    does: { by: 'handle' },
  }),
  create: defineCall({
    id: 'domainProperties.create',
    side: 'both',
    method: 'POST',
    path,
    summary: 'Creates a property',
    source: 'decision B9',
    permission: writing,
    params: ofDomain,
    maxBytes: VALUE_BYTES,
    body: propertyCreateBody,
    answer: domainProperty,
    status: 201,
    errors: ['name_taken'],
    does: { by: 'handle' },
  }),
  createKey: defineCall({
    id: 'domainProperties.createKey',
    side: 'both',
    method: 'POST',
    path: `${path}/{propertyKey}`,
    summary: 'Creates a property with this key',
    source: 'decision B9',
    permission: writing,
    params: ofProperty,
    maxBytes: VALUE_BYTES,
    body: propertyWriteBody,
    answer: domainProperty,
    status: 201,
    errors: ['name_taken'],
    does: { by: 'handle' },
  }),
  update: defineCall({
    id: 'domainProperties.update',
    side: 'both',
    method: 'PUT',
    path: `${path}/{propertyKey}`,
    summary: 'Replaces a property; 404 if it does not exist',
    source: 'S0 §7',
    permission: writing,
    params: ofProperty,
    maxBytes: VALUE_BYTES,
    body: propertyWriteBody,
    answer: domainProperty,
    does: { by: 'handle' },
  }),
  delete: defineCall({
    id: 'domainProperties.delete',
    side: 'both',
    method: 'DELETE',
    path: `${path}/{propertyKey}`,
    summary: 'Deletes a property',
    source: 'S0 §7',
    permission: writing,
    params: ofProperty,
    answer: nothing,
    status: 204,
    does: { by: 'handle' },
  }),
};
