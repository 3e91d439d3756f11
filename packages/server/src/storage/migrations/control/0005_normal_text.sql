-- Names and e-mail addresses are kept in Unicode's normal form C, so that a person who types an address in another form
-- is still found. An address that another person has in that form stays as it is.

update organizations set name = normalize(name, NFC) where name is not nfc normalized;
update apps set name = normalize(name, NFC) where name is not nfc normalized;
update merchants set name = normalize(name, NFC) where name is not nfc normalized;
update users set name = normalize(name, NFC) where name is not nfc normalized;
update users u set email = normalize(email, NFC)
where email is not nfc normalized
  and not exists (select from users other where other.id <> u.id and normalize(other.email, NFC) = normalize(u.email, NFC));
