import type { Account } from '../account.ts';
import { noSuch } from '../api-error.ts';
import { deleteCustomer } from '../operations/delete-customer.ts';
import { type Customer, newCustomer } from '../resources/customer.ts';
import { changeMetadata } from '../resources/metadata.ts';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { email, isWithin, metadata, page, range, text, unsettable } from './parameters.ts';

/** `/v1/customers` */
export function addCustomers(api: Api): void {
  const { account } = api;
  const optional = { metadata: metadata.optional() };

  api.post(
    'customers',
    {
      email: email.optional(),
      name: text.optional(),
      phone: text.optional(),
      description: text.optional(),
      ...optional,
    },
    ({ params }) => {
      const customer = account.add(
        newCustomer(account.now(), { ...params, metadata: changeMetadata({}, params.metadata) }),
      );
      account.emit('customer.created', customer);
      return customer;
    },
  );

  api.get('customers', { email: email.optional(), created: range.optional(), ...page }, ({ params }) => {
    const found = account
      .all('customer')
      .filter((customer) => !customer.deleted && (params.email ?? customer.email) === customer.email)
      .filter(({ created }) => isWithin(created, params.created));
    return listPage(found, '/v1/customers', params);
  });

  api.get('customers/:id', {}, ({ id }) => {
    const customer = account.get('customer', id);
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
  });

  const emptyOr = email.or(unsettable.length(0)).optional();
  const changeable = unsettable.optional();
  api.post(
    'customers/:id',
    { email: emptyOr, name: changeable, phone: changeable, description: changeable, ...optional },
    ({ id, params }) => {
      const customer = getCustomer(account, id);
      const before = account.change(customer, {
        ...changed('email', params.email),
        ...changed('name', params.name),
        ...changed('phone', params.phone),
        ...changed('description', params.description),
        metadata: changeMetadata(customer.metadata, params.metadata),
      });
      if (Object.keys(before).length > 0) account.emit('customer.updated', customer, before);
      return customer;
    },
  );

  api.delete('customers/:id', {}, ({ id }) => {
    deleteCustomer(account, getCustomer(account, id));
    return { id, object: 'customer', deleted: true };
  });
}

/**
 * A customer that was not deleted.
 *
 * @throws {ApiError} if there is none; `param` names the parameter that the id came from
 */
export function getCustomer(account: Account, id: string, param?: string): Customer {
  const customer = account.get('customer', id, param);
  if (customer.deleted) throw noSuch('customer', id, param);
  return customer;
}

/** A field that is set, unset, or left unchanged. */
function changed<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string | null>> {
  const fields: Partial<Record<Key, string | null>> = {};
  if (value !== undefined) fields[key] = value === '' ? null : value;
  return fields;
}
