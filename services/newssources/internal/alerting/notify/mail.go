package notify

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/wneessen/go-mail"
)

const (
	// mailTimeout bounds the delivery of one message to the mail server.
	mailTimeout = 30 * time.Second
	// maxThreads is the number of earlier messages that a message refers to; clients use the last
	// ones.
	maxThreads = 20
)

// MailConfig says how e-mails are sent. String and LogValue omit the password.
type MailConfig struct {
	host      string
	port      int
	user      *url.Userinfo
	implicit  bool // TLS from the start, instead of STARTTLS
	plain     bool // no TLS
	from      netmail.Address
	tlsConfig *tls.Config // for tests; nil: the system's authorities
}

// ParseMailConfig parses the address of the mail server and the sender of the messages: smtp://
// requires STARTTLS, smtps:// uses TLS from the first byte, and smtp://…?tls=none does not encrypt.
// Errors omit the address, because it may contain a password.
func ParseMailConfig(server, from string, production bool) (*MailConfig, error) {
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Path != "" && u.Path != "/" {
		return nil, errors.New("SMTP_URL is not an address such as smtp://user:password@mail.example.org:587 or " +
			"smtps://…:465")
	}
	c := &MailConfig{host: u.Hostname(), port: 587, user: u.User, implicit: u.Scheme == "smtps"}
	if c.implicit {
		c.port = 465
	}
	if text := u.Port(); text != "" {
		if c.port, err = strconv.Atoi(text); err != nil || c.port < 1 || c.port > 65535 {
			return nil, errors.New("SMTP_URL has an invalid port")
		}
	}
	switch query := u.Query(); {
	case len(query) == 0:
	case len(query) == 1 && query.Get("tls") == "none" && !c.implicit:
		c.plain = true
	default:
		return nil, errors.New("SMTP_URL may only have the parameter tls=none, with smtp://")
	}
	if c.plain && c.user != nil && production {
		return nil, errors.New("SMTP_URL would send the password without encryption, which production mode refuses: remove " +
			"tls=none")
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, errors.New("MAIL_FROM is not an address such as News Sources <alerts@example.org>; it is required with " +
			"SMTP_URL")
	}
	if sender.Name == "" {
		sender.Name = "News Sources"
	}
	c.from = *sender
	return c, nil
}

// String returns the server without user and password.
func (c *MailConfig) String() string {
	if c == nil {
		return "not set"
	}
	return fmt.Sprintf("%s:%d", c.host, c.port)
}

// mailer sends e-mails.
type mailer struct{ MailConfig }

// outgoing is an e-mail.
type outgoing struct {
	to, subject, text, html string
	id                      uuid.UUID // of the delivery
	list                    string    // the first part of the List-Id
	threads                 []uuid.UUID
	file                    []byte // CSV; nil: none
}

// send delivers a message to the mail server.
func (m *mailer) send(ctx context.Context, o outgoing) outcome {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	message, err := m.message(o)
	if err != nil {
		return outcome{text: "The e-mail address is not valid.", permanent: true}
	}
	client, err := m.client()
	if err != nil {
		return outcome{text: "The mail server of this installation is not configured correctly (SMTP_URL)."}
	}
	if err := client.DialAndSendWithContext(ctx, message); err != nil {
		return m.outcomeOf(err, o.to)
	}
	return outcome{sent: true, status: 250}
}

func (m *mailer) client() (*mail.Client, error) {
	options := []mail.Option{mail.WithPort(m.port), mail.WithTimeout(mailTimeout), mail.WithTLSPolicy(mail.TLSMandatory)}
	switch {
	case m.implicit:
		options = append(options, mail.WithSSL())
	case m.plain:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	}
	if m.tlsConfig != nil {
		options = append(options, mail.WithTLSConfig(m.tlsConfig))
	}
	if m.user != nil {
		password, _ := m.user.Password()
		auth := mail.SMTPAuthAutoDiscover
		if m.plain {
			auth = mail.SMTPAuthPlainNoEnc
		}
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(m.user.Username()), mail.WithPassword(password))
	}
	return mail.NewClient(m.host, options...)
}

// message returns the e-mail with its headers. The domain of the ids is that of the sender.
func (m *mailer) message(o outgoing) (*mail.Msg, error) {
	_, domain, _ := strings.Cut(m.from.Address, "@")
	message := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := message.FromFormat(oneLine(m.from.Name), m.from.Address); err != nil {
		return nil, err
	}
	if err := message.To(o.to); err != nil {
		return nil, err
	}
	message.Subject(oneLine(o.subject))
	message.SetDate()
	message.SetMessageIDWithValue(o.id.String() + "@" + domain)
	references := make([]string, len(o.threads))
	for i, thread := range o.threads {
		references[i] = fmt.Sprintf("<%s@%s>", thread, domain)
	}
	if len(references) > 0 {
		// Preformatted, because the addresses of messages are not encoded words.
		message.SetGenHeaderPreformatted("References", strings.Join(references, "\r\n "))
		message.SetGenHeaderPreformatted("In-Reply-To", references[len(references)-1])
	}
	message.SetGenHeaderPreformatted("List-Id", fmt.Sprintf("<%s.%s>", o.list, domain))
	message.SetGenHeaderPreformatted("Auto-Submitted", "auto-generated")
	message.SetGenHeaderPreformatted("X-Auto-Response-Suppress", "All")
	message.SetBodyString(mail.TypeTextPlain, o.text)
	message.AddAlternativeString(mail.TypeTextHTML, o.html)
	if o.file != nil {
		message.AttachReadSeeker(viewFile, bytes.NewReader(o.file), mail.WithFileContentType("text/csv; charset=utf-8"))
	}
	return message, nil
}

// outcomeOf returns the outcome of a failed delivery. The text contains the response of the server
// without the address.
func (m *mailer) outcomeOf(err error, to string) outcome {
	var failed *mail.SendError
	if !errors.As(err, &failed) {
		return outcome{text: "The mail server of this installation cannot be reached, or refuses the connection (SMTP_URL)."}
	}
	o := outcome{status: failed.ErrorCode()}
	switch failed.Reason {
	case mail.ErrSMTPRcptTo:
		o.text = "The mail server refuses the address."
	case mail.ErrSMTPMailFrom:
		o.text = "The mail server refuses the sender of this installation (MAIL_FROM)."
	case mail.ErrGetRcpts:
		o.text = "The e-mail address is not valid."
	default:
		o.text = "The mail server does not accept the message."
	}
	// Only the address itself can be wrong for good. The sender and the server are settings, which an
	// operator may correct.
	o.permanent = failed.Reason == mail.ErrGetRcpts || failed.Reason == mail.ErrSMTPRcptTo && !failed.IsTemp()
	if o.status > 0 {
		o.text += fmt.Sprintf(" Response: %d.", o.status)
	}
	return o
}
