package feed

// ParseAs reads UTF-8 text as one kind of document, without sniffing.
func ParseAs(kind Kind, text []byte, options Options) (*Document, error) {
	p, err := newParser(options)
	if err != nil {
		return nil, err
	}
	if err := p.readAs(kind, text); err != nil {
		return nil, err
	}
	return p.finish(), nil
}
