package check

import (
	"context"
	"errors"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
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

// perform fetches and reads an endpoint.
func (w *Worker) perform(ctx context.Context, t *queue.Task) *record.Finding {
	ctx, cancel := context.WithTimeout(ctx, queue.CheckTimeout)
	defer cancel()
	f := &record.Finding{Task: t, StartedAt: t.Now(), Result: &fetch.Result{}}
	buffer := w.buffers.Get().(*[]byte)
	w.read(ctx, f, *buffer)
	f.FinishedAt = t.Now()
	if size := cap(f.Result.Body); size > cap(*buffer) && size <= maxBuffer {
		*buffer = f.Result.Body
	}
	f.Result.Body = nil
	w.buffers.Put(buffer)
	return f
}

func (w *Worker) read(ctx context.Context, f *record.Finding, buffer []byte) {
	request := fetch.Request{URL: f.URL, StartBytes: record.StartBytes, Buffer: buffer,
		Reservation: w.config.reservation(f.Task), SkipRefuse: f.WasWorking}
	if sendsValidators(f) {
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
	f.Result = w.client.Get(ctx, request)
	judge(f, request.ETag+request.LastModified != "")
	if f.Result.Outcome == fetch.OK && f.Cause == health.None {
		w.parse(f)
	}
	if f.Cause == health.None && !f.IsOwnFault {
		if hasMemory {
			hasMemory = false
			<-w.memory
		}
		w.readSitemaps(ctx, f)
	}
	if f.Cause == health.None && !f.IsOwnFault {
		f.CrawlDelay = f.Result.CrawlDelay
	}
}

// openCredentials adds the credentials to the request. It reports false if they cannot be
// decrypted: without them, the site's answer would be misleading.
func (w *Worker) openCredentials(f *record.Finding, request *fetch.Request) bool {
	if f.Sealed == nil {
		return true
	}
	address, err := weburl.Parse(f.URL)
	if err != nil {
		return true // Get reports it
	}
	opened, err := credential.Open(w.config.Keys, f.Sealed, f.EndpointID, address)
	if err != nil {
		f.Cause, f.Detail = health.Credentials, "The saved user name and password can no longer be decrypted. Edit the "+
			"endpoint and enter them again."
		return false
	}
	if opened != nil {
		request.Username, request.Password = opened.Username, opened.Password
		f.Secrets = secrettext.OfPassword(opened.Username, opened.Password)
	}
	return true
}

// sendsValidators reports whether the request may be conditional.
func sendsValidators(f *record.Finding) bool {
	return f.BodyHash != "" && f.WrongValidators < maxWrongValidators && f.FullCheckAt != nil &&
		f.ClaimedAt.Sub(*f.FullCheckAt) < fullCheckEvery
}

// judge sets the cause by the outcome of the request.
func judge(f *record.Finding, isConditional bool) {
	r := f.Result
	f.Detail = r.Detail
	if f.IsOwnFault = r.NotSent; f.IsOwnFault {
		return
	}
	switch r.Outcome {
	case fetch.OK:
	case fetch.NotModified:
		if f.IsUnchanged = isConditional; !isConditional {
			f.Cause, f.Detail = health.BadResponse, "The site answers “not modified” (304) to a request without a condition."
		}
	case fetch.Cancelled:
		f.IsOwnFault = true
	case fetch.Timeout:
		f.IsOwnFault, f.Cause = r.Phase == fetch.PhaseQueue, health.Timeout
	default:
		f.Cause = health.Cause(r.Outcome)
	}
}

// parse reads the document, unless it is the same as the last one.
func (w *Worker) parse(f *record.Finding) {
	f.NewHash = feed.Hash(f.Result.Body)
	if f.IsUnchanged = f.NewHash == f.BodyHash; f.IsUnchanged {
		return
	}
	w.parsers <- struct{}{}
	defer func() { <-w.parsers }()
	zone, err := feeddate.LoadZone(f.DefaultZone)
	if err != nil {
		zone = time.UTC // saving validates it
	}
	document, err := pagelist.Read(f.Result.Body, f.Recipe, feed.Options{
		BaseURL: f.Result.FinalURL, ContentType: f.Result.ContentType, Charset: f.Charset, DefaultZone: zone,
		Now: f.Now(), Identity: feed.IdentityPolicy(f.Identity),
	})
	isHTML := false
	if unreadable, ok := errors.AsType[*feed.Error](err); ok && unreadable.Code == feed.CodeHTML {
		isHTML = true
	}
	if (err == nil || isHTML) && f.IsParked(document) {
		f.Cause, f.Detail = health.Parked, "The site returns a page or a feed that offers its domain."
		return
	}
	if err == nil {
		f.SetDocument(document)
		return
	}
	f.Cause, f.Detail = health.Unreadable, err.Error()
	if isHTML {
		f.Cause = health.HTML
	}
}
