package check

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const (
	// fullCheckEvery is the time after which a request has no validators, because some servers answer
	// 304 although the document changed.
	fullCheckEvery = 24 * time.Hour
	// maxWrongValidators is the number of times that an unconditional request proves the validators
	// wrong before they are no longer sent.
	maxWrongValidators = 3
	// maxBuffer is the maximum size in bytes of a body whose memory is reused.
	maxBuffer = 128 << 10
)

// finding is the result of a performed check.
type finding struct {
	*task
	startedAt, finishedAt time.Time // by the clock of the database
	result                *fetch.Result
	token                 *uuid.UUID   // the API token that reported the check
	cause                 health.Cause // without the causes that depend on earlier checks
	detail                string       // of a failure, for people
	isOwnFault            bool         // the check failed because of this service, so it does not change the health
	// Why a reported failure does not count, for people; empty if no result of the report has a
	// response.
	ownFaultReason string
	isPostponed    bool // no check was made: the window is closed, or only the schedule was changed
	isSiteRefusal  bool // the site began to refuse several endpoints; see markRefusals
	isUnchanged    bool // 304, or the body of the last check
	bodyHash       string
	document       *feed.Document
	bylines        outlet.Bylines // of the document
	sitemaps       []sitemap      // of an index; nil if no index was read
	unreadItems    int            // of sitemaps of an index that have not changed
	hub            *hubLinks      // that the document names; nil if no document was read
	evidentCharset *string        // see markup.EvidentCharset; nil if the document was not examined
	crawlDelay     time.Duration
	// What the document declares about the use of its content; nil if no document was read.
	copyrightSignals []rights.Signal
	tier             int      // of the source; set when the result is recorded
	secrets          []string // credentials that were sent, to be hidden in texts of the site
}

// perform fetches and reads an endpoint.
func (w *Worker) perform(ctx context.Context, t *task) *finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	f := &finding{task: t, startedAt: t.now(), result: &fetch.Result{}}
	buffer := w.buffers.Get().(*[]byte)
	w.read(ctx, f, *buffer)
	f.finishedAt = t.now()
	if size := cap(f.result.Body); size > cap(*buffer) && size <= maxBuffer {
		*buffer = f.result.Body
	}
	f.result.Body = nil
	w.buffers.Put(buffer)
	return f
}

func (w *Worker) read(ctx context.Context, f *finding, buffer []byte) {
	request := fetch.Request{URL: f.URL, StartBytes: evidenceBytes + evidenceMargin, Buffer: buffer,
		Reservation: w.config.reservation(f.task)}
	if f.sendsValidators() {
		request.ETag, request.LastModified = f.ETag, f.LastModified
	}
	hasMemory := false
	request.ReserveMemory = func(ctx context.Context) error {
		err := w.reserveMemory(ctx)
		hasMemory = err == nil
		return err
	}
	defer func() {
		if hasMemory {
			<-w.memory
		}
	}()
	if !w.openCredentials(f, &request) {
		return
	}
	f.result = w.client.Get(ctx, request)
	f.judge(request.ETag+request.LastModified != "")
	if f.result.Outcome == fetch.OK && f.cause == health.None {
		w.parse(f)
	}
	if f.cause == health.None && !f.isOwnFault {
		if hasMemory {
			hasMemory = false
			<-w.memory
		}
		w.readSitemaps(ctx, f)
	}
	if f.cause == health.None && !f.isOwnFault {
		f.crawlDelay = f.result.CrawlDelay
	}
}

// openCredentials adds the credentials to the request. It reports false if they cannot be
// decrypted: without them, the site's answer would be misleading.
func (w *Worker) openCredentials(f *finding, request *fetch.Request) bool {
	if f.Sealed == nil {
		return true
	}
	address, err := weburl.Parse(f.URL)
	if err != nil {
		return true // Get reports it
	}
	opened, err := credential.Open(w.config.Keys, f.Sealed, f.EndpointID, address)
	if err != nil {
		f.cause, f.detail = health.Credentials, "The saved user name and password can no longer be decrypted. Edit the "+
			"endpoint and enter them again."
		return false
	}
	if opened != nil {
		request.Username, request.Password = opened.Username, opened.Password
		f.secrets = weburl.PasswordTexts(opened.Username, opened.Password)
	}
	return true
}

// sendsValidators reports whether the request may be conditional.
func (f *finding) sendsValidators() bool {
	return f.BodyHash != "" && f.WrongValidators < maxWrongValidators && f.FullCheckAt != nil &&
		f.ClaimedAt.Sub(*f.FullCheckAt) < fullCheckEvery
}

// judge sets the cause by the outcome of the request.
func (f *finding) judge(isConditional bool) {
	r := f.result
	f.detail = r.Detail
	if f.isOwnFault = r.NotSent; f.isOwnFault {
		return
	}
	switch r.Outcome {
	case fetch.OK:
	case fetch.NotModified:
		if f.isUnchanged = isConditional; !isConditional {
			f.cause, f.detail = health.BadResponse, "The site answers “not modified” (304) to a request without a condition."
		}
	case fetch.Cancelled:
		f.isOwnFault = true
	case fetch.Timeout:
		f.isOwnFault, f.cause = r.Phase == fetch.PhaseQueue, health.Timeout
	default:
		f.cause = health.Cause(r.Outcome)
	}
}

// parse reads the document, unless it is the same as the last one.
func (w *Worker) parse(f *finding) {
	f.bodyHash = feed.Hash(f.result.Body)
	if f.isUnchanged = f.bodyHash == f.BodyHash; f.isUnchanged {
		return
	}
	w.parsers <- struct{}{}
	defer func() { <-w.parsers }()
	zone, err := feeddate.LoadZone(f.DefaultZone)
	if err != nil {
		zone = time.UTC // saving validates it
	}
	document, err := pagelist.Read(f.result.Body, f.Recipe, feed.Options{
		BaseURL: f.result.FinalURL, ContentType: f.result.ContentType, Charset: f.Charset, DefaultZone: zone,
		Now: f.now(), Identity: feed.IdentityPolicy(f.Identity),
	})
	isHTML := false
	if unreadable, ok := errors.AsType[*feed.Error](err); ok && unreadable.Code == feed.CodeHTML {
		isHTML = true
	}
	if (err == nil || isHTML) && f.isParked(document) {
		f.cause, f.detail = health.Parked, "The site returns a page or a feed that offers its domain."
		return
	}
	if err == nil {
		f.document = document
		f.bylines = outlet.BylinesOf(document)
		f.hub = f.findHub()
		f.hideInItems()
		f.examineCharset()
		f.copyrightSignals = rightsignal.Feed(document.Copyright, document.Licenses, f.URL)
		f.dropUnrecordedFields()
		return
	}
	f.cause, f.detail = health.Unreadable, err.Error()
	if isHTML {
		f.cause = health.HTML
	}
}

// dropUnrecordedFields clears the fields of the items that are not recorded. They are most of the
// memory of findings that wait to be recorded.
func (f *finding) dropUnrecordedFields() {
	for i := range f.document.Items {
		item := &f.document.Items[i]
		item.Summary, item.Author, item.Categories = "", "", nil
	}
}

// outcome returns the outcome for metrics and the list of attempts.
func (f *finding) outcome() string {
	switch {
	case f.cause == health.None && f.isUnchanged && f.result.Outcome == fetch.OK:
		return "unchanged"
	case f.cause == health.HTML, f.cause == health.Unreadable, f.cause == health.Parked, f.cause == health.Credentials:
		return string(f.cause)
	}
	return string(f.result.Outcome)
}
