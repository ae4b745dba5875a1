package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/alerting/subscription"
	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/finding/visit"
	"github.com/newsources/newsources/services/newssources/internal/httpapi"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

const (
	// webhookTimeout is enough for a receiver that stores a message before it answers.
	webhookTimeout = 10 * time.Second
	// hubTimeout is the timeout of a request to a hub. It allows for hubs that verify a subscription
	// before they respond.
	hubTimeout = 15 * time.Second
)

// api holds the parts of the process of serve. Each is made once.
type api struct {
	*program
	config   Config
	metrics  *observe.Metrics
	allowed  identity.AllowList
	members  *identity.Members
	people   *people.Directory
	views    *savedview.Views
	checks   *check.Control
	services jobs.Services
}

// newAPI makes the parts of the API. Nothing runs yet.
func newAPI(config Config, p *program) (*api, error) {
	queue, err := jobs.NewQueue(p.db.Pool, p.log)
	if err != nil {
		return nil, err
	}
	lists := sourcelist.NewReader(p.db)
	a := &api{
		program: p, config: config,
		metrics: observe.NewMetrics(version, p.db.Pool, lists.CountByLifecycle),
		checks:  check.NewControl(p.db, lists, config.Check.HostInterval),
		services: jobs.Services{
			Register: source.NewRegister(p.db, config.Keys), Lists: lists,
			Feed: changefeed.New(p.db), Reports: checkreport.NewReader(p.db), Keys: idempotency.NewStore(p.db), Log: p.log,
			AlertInterval: config.AlertInterval, RightsInterval: config.RightsInterval,
		},
	}
	s := &a.services
	s.Changes = jobs.NewChangeSets(p.db, s.Register, lists, queue.EnqueueChangeSet)
	s.Imports = transfer.NewImports(p.db, s.Changes, queue.EnqueueImport)
	s.Tables = tableimport.New(p.db, s.Changes)
	s.Tables.Enqueue = queue.EnqueueTable
	s.Register.SetScheduleLimits(config.Check.Limits)
	s.Imports.Keys, s.Imports.SampleList, s.Imports.OnEnd = config.Keys, config.SampleList, a.metrics.ImportEnded
	s.Failed, s.Drifted = a.metrics.JobsFailed, a.metrics.Drifted
	a.metrics.AddDatabase(p.db)
	a.metrics.AddFigures(s.Reports.Figures, func(ctx context.Context) (map[string]observe.Queue, error) {
		return jobs.ReadQueues(ctx, p.db.Pool)
	})
	if err := a.addPeople(); err != nil {
		return nil, err
	}
	if err := a.addFinders(queue); err != nil {
		return nil, err
	}
	return a, a.addSenders(queue)
}

// addPeople adds the members and the work list, which assigns sources to them.
func (a *api) addPeople() (err error) {
	if a.allowed, err = identity.NewAllowList(a.config.AllowedDomains, a.config.AllowedEmails); err != nil {
		return err
	}
	if a.members, err = identity.NewMembers(a.db.Control, a.config.DefaultRole, a.config.AdminEmails); err != nil {
		return err
	}
	a.people = people.New(a.db, a.allowed, a.members.Forget)
	a.services.Work = worklist.New(a.db, a.people)
	a.services.Rights = sourcerights.New(a.db)
	return nil
}

// addFinders adds the jobs that look for suggestions on sites.
func (a *api) addFinders(queue *jobs.Queue) error {
	finder, err := newFinder(a.config, a.db, a.services.Register, observeFetches(a.metrics))
	if err != nil {
		return err
	}
	s := &a.services
	s.Suggestions = suggestion.New(a.db, s.Changes, a.config.Suggestions, a.metrics.Suggested, a.log)
	s.Pairs = sameoutlet.New(a.db, s.Suggestions)
	s.Pairs.Enqueue = queue.EnqueuePairs
	s.Suggestions.Finder = finder
	s.Visits = visit.New(a.db, s.Suggestions, finder, a.log)
	s.Visits.Enqueue = queue.EnqueueVisits
	return nil
}

// addSenders adds the alerts and WebSub. Their requests have no host interval: a webhook has one
// receiver, and package websub spaces the requests to one hub.
func (a *api) addSenders(queue *jobs.Queue) error {
	settings := a.config.fetchConfig()
	settings.HostInterval, settings.Timeout = -1, webhookTimeout
	webhooks, err := fetch.New(settings)
	if err != nil {
		return err
	}
	settings.Timeout, settings.Refuse = hubTimeout, a.config.siteConfig(a.db).Refuse
	hubs, err := fetch.New(settings)
	if err != nil {
		return err
	}
	a.services.Alerts = notify.NewService(a.db, notify.Options{
		Lists: a.services.Lists, Keys: a.config.Keys, Client: webhooks, Mail: a.config.Mail, Allowed: a.allowed,
		AppURL: a.config.AppURL, Enqueue: queue.EnqueueDeliveries, Metrics: a.metrics, Log: a.log,
	})
	a.views = savedview.New(a.db, a.services.Lists)
	a.services.Subscriptions = subscription.New(a.db, a.views, a.services.Lists, a.services.Alerts)
	if err := a.addLists(); err != nil {
		return err
	}
	a.services.Changes.OnAnswer(a.services.Alerts.SendAnswer)
	a.services.Hubs = websub.New(a.db, websub.Options{
		CallbackURL: a.config.WebSubURL, Keys: a.config.Keys, Client: hubs, CheckNow: a.checks.CheckAnnounced,
		Metrics: a.metrics,
	})
	return nil
}

// addLists adds the live lists, whose requests are spaced like those of checks.
func (a *api) addLists() error {
	client, err := fetch.New(a.config.siteConfig(a.db))
	if err != nil {
		return err
	}
	a.services.LiveLists = livelist.New(a.db, livelist.Options{
		Tables: a.services.Tables, Imports: a.services.Imports, Changes: a.services.Changes, Client: client,
		Keys: a.config.Keys, AllowsHTTP: a.config.FetchLab != "", Log: a.log,
	})
	return nil
}

// server returns the HTTP server of the API.
func (a *api) server(ctx context.Context) (*http.Server, error) {
	access := a.config.identityConfig()
	access.Invited = a.members.Invited
	verifier, err := identity.NewVerifier(ctx, access)
	if err != nil {
		return nil, err
	}
	xsrf, err := identity.NewXSRF(a.config.XSRFSecret, a.config.Production)
	if err != nil {
		return nil, err
	}
	// A separate finder for requests of members, so that jobs do not delay them.
	finder, err := newFinder(a.config, a.db, a.services.Register, observeFetches(a.metrics))
	if err != nil {
		return nil, err
	}
	if a.config.FetchLab != "" {
		a.log.Warn("FETCH_LAB is set: loopback addresses can be fetched. Use it only where no one else can reach this "+
			"server.", "lab", a.config.FetchLab)
	}
	broadcaster := updates.NewBroadcaster(a.db.Control)
	handler, err := httpapi.New(httpapi.Options{
		Services: a.services, DB: a.db, Finder: finder,
		Checks: a.checks, Claims: check.NewClaims(a.db, a.config.Check), Updates: broadcaster,
		Verifier: verifier, Members: a.members, People: a.people, Views: a.views,
		XSRF: xsrf, Metrics: a.metrics,
		AllowedOrigins: a.config.AllowedOrigins, TrustedProxies: a.config.TrustedProxies,
		MaxBody: maxBody, MaxImport: maxImport, MaxLargeImport: maxLargeImport, Timeout: requestTimeout,
	})
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Addr: a.config.ListenAddr, Handler: handler,
		ReadHeaderTimeout: 5 * time.Second,    // limits slow-loris attacks
		ReadTimeout:       2 * requestTimeout, // allows for a list of 10 MiB over a slow connection
		// Longer than the deadlines of requests, so that their timeouts are answered.
		WriteTimeout:   max(2*requestTimeout, httpapi.FetchTimeout) + time.Second,
		IdleTimeout:    2 * time.Minute, // longer than the idle timeout of proxies, so that they close first
		MaxHeaderBytes: 64 << 10,        // tokens take up to 10 KiB
		ErrorLog:       slog.NewLogLogger(a.log.Handler(), slog.LevelWarn),
		ConnContext:    limitReceiveBuffer,
	}
	server.RegisterOnShutdown(broadcaster.Close)
	return server, nil
}

// receiveBuffer is the kernel's buffer for the body of a connection in bytes. It counts towards the
// memory of the pod, and many connections may send bodies that are not read. It is sufficient for
// 25 MB a second from an ingress 10 ms away.
const receiveBuffer = 256 << 10

// limitReceiveBuffer limits the receive buffer of a new connection.
func limitReceiveBuffer(ctx context.Context, connection net.Conn) context.Context {
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(receiveBuffer) // without the limit, the connection works as well
	}
	return ctx
}

// newFinder returns a finder of feeds, whose requests are spaced like those of checks.
func newFinder(config Config, db *postgres.DB, register *source.Register,
	observe func(*fetch.Result)) (*discover.Finder, error) {
	settings := config.siteConfig(db)
	settings.Observe = observe
	client, err := fetch.New(settings)
	if err != nil {
		return nil, err
	}
	return discover.New(client, register), nil
}
