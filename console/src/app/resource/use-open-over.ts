import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { tableOrders } from '../list/use-table-order.ts';

/** Opens a dialog at an address of its own (`OverPage`): the page under it stays where it is, its tables in the order that they have. */
export function useOpenOver(): (to: string, params: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate();
  return useCallback((to, params) => void navigate({ to, params: { ...params }, search: tableOrders, resetScroll: false }), [navigate]);
}
