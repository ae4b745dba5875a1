package notify

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// EnqueueFunc inserts a job per delivery in the transaction of the deliveries.
type EnqueueFunc func(ctx context.Context, tx postgres.Tx, deliveries []uuid.UUID) error

// Metrics counts what is sent.
type Metrics interface {
	// Delivered counts an attempt of a delivery; outcome is sent, retried or failed.
	Delivered(channel, outcome string)
	// Firing sets the number of rules with a firing alert.
	Firing(rules int)
}

// Options are the dependencies of a Service.
type Options struct {
	Lists   *sourcelist.Reader
	Keys    *seal.Keys         // encrypts the secrets of webhooks
	Client  *fetch.Client      // for webhooks
	Mail    *MailConfig        // nil: no e-mail is sent
	Allowed identity.AllowList // who may be a recipient of e-mails, with the invitations
	AppURL  string             // the address of the app, for links; empty: no links
	Enqueue EnqueueFunc
	Metrics Metrics
	Log     *slog.Logger
}

// Service manages alert rules and webhooks, evaluates the rules, and sends their messages. It is
// safe for concurrent use.
type Service struct {
	db        *postgres.DB
	mailer    *mailer
	receivers receivers
	sends     sendLimits
	Options
}

// NewService returns the service of the alerts in db.
func NewService(db *postgres.DB, o Options) *Service {
	s := &Service{db: db, Options: o, receivers: receivers{running: map[string]int{}}, sends: newSendLimits()}
	if o.Mail != nil {
		s.mailer = &mailer{*o.Mail}
	}
	return s
}

// CanEmail reports whether a mail server is configured.
func (s *Service) CanEmail() bool { return s.mailer != nil }

// CanWebhook reports whether the secrets of webhooks can be encrypted.
func (s *Service) CanWebhook() bool { return s.Keys.CanSeal() }
