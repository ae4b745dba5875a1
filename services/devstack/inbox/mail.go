package inbox

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"time"
)

// Mail is a received e-mail.
type Mail struct {
	ReceivedAt time.Time           `json:"received_at"`
	From       string              `json:"from"` // of the envelope
	To         []string            `json:"to"`   // of the envelope
	Subject    string              `json:"subject"`
	Header     map[string][]string `json:"header"`
	Text       string              `json:"text"`
	HTML       string              `json:"html"`
}

func parse(raw []byte) (m Mail, err error) {
	message, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return m, err
	}
	m.Header = message.Header
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject")); err != nil {
		return m, err
	}
	mediaType, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		return m, err
	}
	if !strings.HasPrefix(mediaType, "multipart/") {
		m.Text, err = decode(message.Header.Get("Content-Transfer-Encoding"), message.Body)
		return m, err
	}
	for parts := multipart.NewReader(message.Body, parameters["boundary"]); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil {
			return m, err
		}
		text, err := decode(part.Header.Get("Content-Transfer-Encoding"), part)
		if err != nil {
			return m, err
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			m.HTML = text
		} else {
			m.Text = text
		}
	}
}

func decode(encoding string, body io.Reader) (string, error) {
	if strings.EqualFold(encoding, "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}
