"""nova-compute that finds the lab's driver: Nova looks for drivers only among its own. And one that many servers do not make slow."""

import os
import sys

from nova.cmd.compute import main
from nova.scheduler.client.report import SchedulerReportClient
import nova.virt

nova.virt.__path__.append(os.path.dirname(os.path.abspath(__file__)))
# Zed asks Placement for the allocation of every server of the host, one by one, whenever another one comes or goes: for PCI devices, which no
# host of the lab has. With hundreds of servers a new one would wait a quarter of a minute.
SchedulerReportClient.get_allocations_for_provider_tree = lambda _self, _context, _nodename: {}
sys.exit(main())
