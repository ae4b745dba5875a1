package inbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/textproto"
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
	Files      map[string]string   `json:"files,omitempty"` // the attached files by their names
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
	return m, m.addPart(textproto.MIMEHeader(message.Header), message.Body)
}

// addPart adds the body of a message or of a part of it, and the parts of the body.
func (m *Mail) addPart(header textproto.MIMEHeader, body io.Reader) error {
	mediaType, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if strings.HasPrefix(mediaType, "multipart/") {
		for parts := multipart.NewReader(body, parameters["boundary"]); ; {
			part, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = m.addPart(part.Header, part)
			}
			if err != nil {
				return err
			}
		}
	}
	text, err := decode(header.Get("Content-Transfer-Encoding"), body)
	kind, disposition, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	switch {
	case kind == "attachment":
		if m.Files == nil {
			m.Files = map[string]string{}
		}
		m.Files[disposition["filename"]] = text
	case mediaType == "text/html":
		m.HTML = text
	default:
		m.Text = text
	}
	return err
}

func decode(encoding string, body io.Reader) (string, error) {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	return strings.ReplaceAll(string(text), "\r\n", "\n"), err
}
