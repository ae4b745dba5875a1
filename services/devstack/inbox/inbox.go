// Package inbox is a mail server and a webhook receiver on loopback, for development and tests. It
// keeps what it receives in memory and shows it on a page.
package inbox

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	// maxKept is the number of e-mails and of webhooks that are kept; older ones are dropped.
	maxKept = 500
	// maxBytes of an e-mail or a webhook.
	maxBytes = 1 << 20
)

// Options configure an inbox. The zero value uses any free ports, without TLS and without
// authentication.
type Options struct {
	PageAddr           string      // host:port of the page and the webhook receiver
	TLS                *tls.Config // enables STARTTLS
	Username, Password string      // required from clients if set
	RejectMail         func(to string) error
	AnswerWebhook      func(r Webhook) int // the status; nil: 200
}

// Inbox receives e-mails and webhooks.
type Inbox struct {
	SMTP string // host:port of the mail server
	Page string // host:port of the page; POST /webhook receives webhooks

	options Options
	mail    *smtp.Server
	http    *http.Server

	mu       sync.Mutex
	mails    []Mail
	webhooks []Webhook
}

// Webhook is a received webhook.
type Webhook struct {
	ReceivedAt time.Time   `json:"received_at"`
	Path       string      `json:"path"`
	Header     http.Header `json:"header"`
	Body       string      `json:"body"`
}

// Start starts the servers.
func Start(options Options) (*Inbox, error) {
	if options.PageAddr == "" {
		options.PageAddr = "127.0.0.1:0"
	}
	box := &Inbox{options: options}
	mail, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	page, err := net.Listen("tcp4", options.PageAddr)
	if err != nil {
		mail.Close()
		return nil, err
	}
	box.SMTP, box.Page = mail.Addr().String(), page.Addr().String()
	box.mail = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{box: box}, nil }))
	box.mail.Domain, box.mail.MaxMessageBytes, box.mail.TLSConfig = "localhost", maxBytes, options.TLS
	box.mail.ReadTimeout, box.mail.WriteTimeout = time.Minute, time.Minute
	box.mail.AllowInsecureAuth = options.TLS == nil
	box.http = &http.Server{Handler: box.handler(), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = box.mail.Serve(mail) }()
	go func() { _ = box.http.Serve(page) }()
	return box, nil
}

// PagePort returns the port of the page.
func (box *Inbox) PagePort() string {
	_, port, _ := net.SplitHostPort(box.Page)
	return port
}

// Close stops the servers.
func (box *Inbox) Close() error { return errors.Join(box.mail.Close(), box.http.Close()) }

// Mails returns the received e-mails, the oldest first.
func (box *Inbox) Mails() []Mail {
	box.mu.Lock()
	defer box.mu.Unlock()
	return append([]Mail{}, box.mails...)
}

// Webhooks returns the received webhooks, the oldest first.
func (box *Inbox) Webhooks() []Webhook {
	box.mu.Lock()
	defer box.mu.Unlock()
	return append([]Webhook{}, box.webhooks...)
}

func (box *Inbox) addMail(m Mail) {
	box.mu.Lock()
	defer box.mu.Unlock()
	box.mails = append(box.mails, m)
	box.mails = box.mails[max(0, len(box.mails)-maxKept):]
}

func (box *Inbox) addWebhook(w Webhook) {
	box.mu.Lock()
	defer box.mu.Unlock()
	box.webhooks = append(box.webhooks, w)
	box.webhooks = box.webhooks[max(0, len(box.webhooks)-maxKept):]
}

// session is a connection of a mail client.
type session struct {
	box      *Inbox
	from     string
	to       []string
	signedIn bool
}

// AuthMechanisms returns the mechanisms that clients may use.
func (s *session) AuthMechanisms() []string {
	if s.box.options.Username == "" {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth returns the server side of a mechanism.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != s.box.options.Username || password != s.box.options.Password {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		return nil
	}), nil
}

// Mail begins a message.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.box.options.Username != "" && !s.signedIn {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

// Rcpt adds a recipient.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if reject := s.box.options.RejectMail; reject != nil {
		if err := reject(to); err != nil {
			return err
		}
	}
	s.to = append(s.to, to)
	return nil
}

// Data receives the message.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := parse(raw)
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "malformed message"}
	}
	m.ReceivedAt, m.From, m.To = time.Now(), s.from, s.to
	s.box.addMail(m)
	return nil
}

// Reset ends the current message.
func (s *session) Reset() { s.from, s.to = "", nil }

// Logout ends the connection.
func (s *session) Logout() error { return nil }
