-- Where a login came from, as far as guesses of one place are counted together: an IPv4 address, or the /64 network of an IPv6 one.
alter table login_attempts add column network text;
update login_attempts set network = ip_address where ip_address like '%.%';
create index login_attempts_of_network on login_attempts (network, failed_at desc) where not success and network is not null;
