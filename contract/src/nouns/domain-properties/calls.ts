import { z } from 'zod';
import { domainLead, PUBLIC, SESSION } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { id, nothing } from '../../wire/values.ts';
import { domainProperty, propertyCreateBody, propertyKey, propertyWriteBody } from './entity.ts';

const path = '/api/v2/domains/{domainId}/props';
const ofDomain = z.object({ domainId: id });
const ofProperty = z.object({ domainId: id, propertyKey });
const writing = domainLead('domain_properties');
const page = z.object({ data: z.array(domainProperty) });

/** Properties are the platform's own records, whichever engine the domains come from (S0 §7, decisions B9 and B10). */
export const domainPropertyCalls = {
  all: defineCall({
    id: 'domainProperties.all',
    method: 'GET',
    path: '/api/v2/domains/props',
    summary: 'Public properties of all enabled domains; with a session also the others of the domain it works in',
    source: 'decision B10',
    permission: PUBLIC,
    answer: page,
    does: { by: 'handle' },
  }),
  list: defineCall({
    id: 'domainProperties.list',
    method: 'GET',
    path,
    summary: 'Properties of the domain one works in',
    source: 'S0 §7',
    permission: SESSION,
    params: ofDomain,
    answer: page,
    does: { by: 'handle' },
  }),
  read: defineCall({
    id: 'domainProperties.read',
    method: 'GET',
    path: `${path}/{propertyKey}`,
    summary: 'A property: a public one of an enabled domain for everyone, any of the domain one works in',
    source: 'S1 §7',
    permission: PUBLIC,
    params: ofProperty,
    answer: domainProperty,
    does: { by: 'handle' },
  }),
  create: defineCall({
    id: 'domainProperties.create',
    method: 'POST',
    path,
    summary: 'Adds a property',
    source: 'decision B9',
    permission: writing,
    params: ofDomain,
    body: propertyCreateBody,
    answer: domainProperty,
    status: 201,
    errors: ['name_taken'],
    does: { by: 'handle' },
  }),
  createKey: defineCall({
    id: 'domainProperties.createKey',
    method: 'POST',
    path: `${path}/{propertyKey}`,
    summary: 'Adds a property of this key',
    source: 'decision B9',
    permission: writing,
    params: ofProperty,
    body: propertyWriteBody,
    answer: domainProperty,
    status: 201,
    errors: ['name_taken'],
    does: { by: 'handle' },
  }),
  update: defineCall({
    id: 'domainProperties.update',
    method: 'PUT',
    path: `${path}/{propertyKey}`,
    summary: 'Replaces a property; 404 where there is none yet',
    source: 'S0 §7',
    permission: writing,
    params: ofProperty,
    body: propertyWriteBody,
    answer: domainProperty,
    does: { by: 'handle' },
  }),
  delete: defineCall({
    id: 'domainProperties.delete',
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
