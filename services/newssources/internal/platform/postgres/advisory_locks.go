package postgres

// Keys of the advisory locks. They are arbitrary, unique and never change, because two versions run
// during an upgrade.
const (
	TemplateLock   = 7_243_101 // testdb: makes the template of the databases of tests
	ImportLock     = 7_243_102 // transfer: applies a chunk of an import, or undoes it
	VisitsLock     = 7_243_103 // suggest: claims visits, so that no two processes visit the same domain
	PartitionsLock = 7_243_104 // make_check_partitions and drop_check_partitions; grants of rights on what they make
	IncidentLock   = 7_243_105 // check: begins or ends an incident
	GrantLock      = 7_243_106 // migrate: concurrent changes of the same privileges fail in PostgreSQL
	CommitLock     = 7_243_107 // order_register_commit: the order of the commits of the change feed
)

// Names of the advisory locks whose keys are made of a text by LockNamed.
const (
	PeopleLock   = "newssources people"         // people: changes of members and invitations
	RulesLock    = "newssources alert rules"    // notify: the number of alert rules
	WebhooksLock = "newssources alert webhooks" // notify: the number of webhooks
	ViewsLock    = "newssources views"          // savedview: the number of views
)

// LockNamed is the statement that takes the advisory lock with a name until the end of the
// transaction.
const LockNamed = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
